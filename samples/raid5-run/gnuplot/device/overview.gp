PANEL_1 = 'set view 56, 54, 1, 0.95;set lmargin at screen 0.10046;set rmargin at screen 0.33588;set bmargin at screen 0.11270;set tmargin at screen 0.34730;set xrange [21.99994:28.00006];set yrange [15.99994:22.00006];set zrange [1.301013:2.9741];set xyplane at 1.301013;'
N_grid_1 = 32
FIRST_grid_1 = 0
LAST_grid_1 = 0
N_tiles_1 = 3288
FIRST_tiles_1 = 1
LAST_tiles_1 = 470
N_mesh_1 = 168
FIRST_mesh_1 = 471
LAST_mesh_1 = 471
N_cliffs_1 = 50
FIRST_cliffs_1 = 472
LAST_cliffs_1 = 472
N_cliffs_thin_1 = 0
PANEL_2 = 'set view 56, 54, 1, 0.95;set lmargin at screen 0.50515;set rmargin at screen 0.74057;set bmargin at screen 0.11270;set tmargin at screen 0.34730;set xrange [21.99994:28.00006];set yrange [15.99994:22.00006];set zrange [1.301013:2.9741];set xyplane at 1.301013;'
N_grid_2 = 32
FIRST_grid_2 = 473
LAST_grid_2 = 473
N_tiles_2 = 3246
FIRST_tiles_2 = 474
LAST_tiles_2 = 937
N_mesh_2 = 166
FIRST_mesh_2 = 938
LAST_mesh_2 = 938
N_cliffs_2 = 62
FIRST_cliffs_2 = 939
LAST_cliffs_2 = 939
N_cliffs_thin_2 = 0
PANEL_3 = 'set view 56, 54, 1, 0.95;set lmargin at screen 0.10046;set rmargin at screen 0.33588;set bmargin at screen 0.54470;set tmargin at screen 0.77930;set xrange [21.99994:28.00006];set yrange [15.99994:22.00006];set zrange [1.301013:2.9741];set xyplane at 1.301013;'
N_grid_3 = 32
FIRST_grid_3 = 940
LAST_grid_3 = 940
N_tiles_3 = 2196
FIRST_tiles_3 = 941
LAST_tiles_3 = 1254
N_mesh_3 = 188
FIRST_mesh_3 = 1255
LAST_mesh_3 = 1255
N_cliffs_3 = 12
FIRST_cliffs_3 = 1256
LAST_cliffs_3 = 1256
N_cliffs_thin_3 = 0
PANEL_4 = 'set view 56, 54, 1, 0.95;set lmargin at screen 0.50515;set rmargin at screen 0.74057;set bmargin at screen 0.54470;set tmargin at screen 0.77930;set xrange [21.99994:28.00006];set yrange [15.99994:22.00006];set zrange [1.301013:2.9741];set xyplane at 1.301013;'
N_grid_4 = 32
FIRST_grid_4 = 1257
LAST_grid_4 = 1257
N_tiles_4 = 2245
FIRST_tiles_4 = 1258
LAST_tiles_4 = 1578
N_mesh_4 = 188
FIRST_mesh_4 = 1579
LAST_mesh_4 = 1579
N_cliffs_4 = 12
FIRST_cliffs_4 = 1580
LAST_cliffs_4 = 1580
N_cliffs_thin_4 = 0
set cbrange [1.30103:2.974084]
N_PANELS = 4
DATA = 'overview.dat'
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

# All tests of a mode: small surfaces on one scale. PANEL_k sets view, margins and ranges of the k-th.
unset border
unset xtics
unset ytics
unset ztics
unset cbtics
set multiplot
of(name, k) = value(sprintf('%s_%d', name, k))
# A border in the colour of the quad closes the seams that antialiasing would leave; the first releases of 5.4 have none.
set pm3d scansforward corners2color c1
if (GPVAL_VERSION > 5.4 || !strstrt('0123', substr(GPVAL_PATCHLEVEL, 1, 1))) { set pm3d border retrace } else { set pm3d noborder depthorder }
if (GPVAL_TERM eq 'svg') { set pm3d noborder } # it fills borders with black
do for [k = 1:N_PANELS] {
  eval of('PANEL', k)
  splot DATA index of('FIRST_grid', k) using 1:2:3:4:5:6 with vectors nohead lw 0.8 lc rgb '#D9D9D9'
  if (of('N_tiles', k) > 0) { splot DATA index of('FIRST_tiles', k):of('LAST_tiles', k) using 1:2:3:4 with pm3d }
  if (of('N_mesh', k) > 0) { splot DATA index of('FIRST_mesh', k) using 1:2:3:4:5:6 with vectors nohead lw 0.7 lc rgb '#202020' }
  if (of('N_cliffs', k) > 0) {
    splot DATA index of('FIRST_cliffs', k) using 1:2:3:4:5:6 with vectors nohead lw 3.5 lc rgb 'white'
    splot DATA index of('FIRST_cliffs', k) using 1:2:3:4:5:6 with vectors nohead lw 1.8 lc rgb '#C2185B'
  }
  if (of('N_cliffs_thin', k) > 0) {
    splot DATA index of('FIRST_cliffs_thin', k) using 1:2:3:4:5:6 with vectors nohead lw 3 lc rgb 'white'
    splot DATA index of('FIRST_cliffs_thin', k) using 1:2:3:4:5:6 with vectors nohead lw 1.3 lc rgb '#C2185B'
  }
}

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
plot DATA index 1581 using (($1 + $3) / 2):(($2 + $4) / 2):(($3 - $1) / 2):(($4 - $2) / 2):5 with boxxyerror fs solid noborder fc rgb variable, \
  DATA index 1582 using 1:2:3:4:5 with vectors nohead lw 1 lc rgb variable, \
  DATA index 1583 using 1:2:3:4:5 with vectors nohead lw 1.2 lc rgb variable, \
  DATA index 1584 using 1:2:3:4:5 with vectors nohead lw 2 lc rgb variable, \
  DATA index 1585 using 1:2:3:4 with labels left font ',10' noenhanced tc rgb variable, \
  DATA index 1586 using 1:2:3:4 with labels center font ',10' noenhanced tc rgb variable, \
  DATA index 1587 using 1:2:3:4 with labels right font ',10' noenhanced tc rgb variable, \
  DATA index 1588 using 1:2:3:4 with labels left font ',13' noenhanced tc rgb variable, \
  DATA index 1589 using 1:2:3:4 with labels left font ',14' noenhanced tc rgb variable, \
  DATA index 1590 using 1:2:3:4 with labels left font ',24' noenhanced tc rgb variable

if (GPVAL_MULTIPLOT) { unset multiplot }
if (exists("OUT")) { unset output }
if (!exists("OUT")) { if (strstrt(' qt wxt x11 windows aqua ', ' '.GPVAL_TERM.' ')) { pause mouse close } }
