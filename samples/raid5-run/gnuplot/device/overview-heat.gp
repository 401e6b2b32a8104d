DATA = 'overview-heat.dat'
PAGE_WIDTH = 1600
PAGE_HEIGHT = 1000
TERMINAL = !strstrt(' '.GPVAL_TERMINALS.' ', ' pngcairo ') ? "png size 1600,1000 truecolor font 'DejaVuSans,12' fontscale 1 noenhanced linewidth 1" : "pngcairo size 1600,1000 font 'DejaVu Sans,12' fontscale 1 noenhanced rounded linewidth 1 pointscale 1 background rgb 'white'"
set palette maxcolors 0
set palette defined (0 '#440154', 1 '#472D7B', 2 '#3B528B', 3 '#2C728E', 4 '#21918C', 5 '#28AE80', 6 '#5EC962', 7 '#ADDC30', 8 '#FDE725')

# gnuplot -e "OUT='x.png'" draws into a file; without OUT there is a window.
set encoding utf8
set decimalsign '.'
if (exists("OUT")) { eval 'set terminal '.TERMINAL; set output OUT }
if (!exists("OUT")) { if (GPVAL_TERM eq 'unknown') { print "gnuplot has no windows here; for a file: gnuplot -e \"OUT='x.png'\" with this script" } }
unset key
unset colorbox

# What lies flat on the page, in pixels from its lower left corner.
unset border
unset tics
unset colorbox
unset object
unset label
set lmargin at screen 0
set rmargin at screen 1
set bmargin at screen 0
set tmargin at screen 1
set xrange [0:1600]
set yrange [0:1000]
plot DATA index 0 using (($1 + $3) / 2):(($2 + $4) / 2):(($3 - $1) / 2):(($4 - $2) / 2):5 with boxxyerror fs solid noborder fc rgb variable, \
  DATA index 1 using 1:2:3:4:5 with vectors nohead lw 4 lc rgb variable, \
  DATA index 2 using 1:2:3:4:5 with vectors nohead lw 2 lc rgb variable, \
  DATA index 3 using 1:2:3:4:5 with vectors nohead lw 1 lc rgb variable, \
  DATA index 4 using 1:2:3:4:5 with vectors nohead lw 1.2 lc rgb variable, \
  DATA index 5 using 1:2:3:4:5 with vectors nohead lw 2 lc rgb variable, \
  DATA index 6 using 1:2:3:4 with labels left font ',10' noenhanced tc rgb variable, \
  DATA index 7 using 1:2:3:4 with labels center font ',10' noenhanced tc rgb variable, \
  DATA index 8 using 1:2:3:4 with labels right font ',10' noenhanced tc rgb variable, \
  DATA index 9 using 1:2:3:4 with labels left font ',13' noenhanced tc rgb variable, \
  DATA index 10 using 1:2:3:4 with labels left font ',14' noenhanced tc rgb variable, \
  DATA index 11 using 1:2:3:4 with labels left font ',24' noenhanced tc rgb variable

if (GPVAL_MULTIPLOT) { unset multiplot }
if (exists("OUT")) { unset output }
if (!exists("OUT")) { if (strstrt(' qt wxt x11 windows aqua ', ' '.GPVAL_TERM.' ')) { pause mouse close } }
