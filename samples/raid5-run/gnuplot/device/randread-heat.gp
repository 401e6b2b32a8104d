TITLE = 'Random read'
CAPTION1 = 'simulated · sim · sim RAID5 6 disks chunk 256K · RAM 1G · past the page cache'
CAPTION2 = 'iosweep 0.1.0 · 1970-01-01 · median of 3 passes, typical spread 2.9 % · 105 points measured'
UNIT = 'MiB/s'
BAR_TITLE = UNIT.''
set xtics ('4M' 0, '8M' 1, '16M' 2, '32M' 3, '64M' 4, '128M' 5, '256M' 6)
set ytics ('64K' 0, '80K' 1, '128K' 2, '160K' 3, '256K' 4, '320K' 5, '512K' 6, '640K' 7, '1M' 8, '1.25M' 9, '~1.56M' 10, '2M' 11, '2.5M' 12, '~3.13M' 13, '4M' 14)
LEFT = 128.0
NX = 7
NY = 15
HALF_X = 0.49223
HALF_Y = 0.46786
NUMBER_FONT = ',11.0'
NUMBER_DY = 0.06429
SPREAD_DY = 0.30000
set cbrange [0:913.8287]
set cbtics font ',13' ('0' 0, '200' 200, '400' 400, '600' 600, '800' 800)
N_cells = 105
FIRST_cells = 1
LAST_cells = 1
N_numbers = 105
FIRST_numbers = 2
LAST_numbers = 2
N_spread = 2
FIRST_spread = 3
LAST_spread = 3
N_cliffs = 7
FIRST_cliffs = 4
LAST_cliffs = 4
N_hole_outside = 0
N_swatch_outside = 0
N_hole_planned = 0
N_swatch_planned = 0
N_hole_skipped = 0
N_swatch_skipped = 0
N_hole_failed = 0
N_swatch_failed = 0
N_text_left = 2
FIRST_text_left = 5
LAST_text_left = 5
N_text_centre = 0
N_text_right = 0
N_text_boxed = 1
FIRST_text_boxed = 6
LAST_text_boxed = 6
N_text_heading = 0
N_lines = 2
FIRST_lines = 7
LAST_lines = 7
TEXT_FONT = ',13'
MARK_FONT = ',14'
DATA = 'randread-heat.dat'
if (!exists("OUT")) OUT = 'randread-heat.png'

# The page: terminal, colours, font sizes. Asked for with gnuplot -e "OUT='x.png'" before the script, OUT is where it goes.
set encoding utf8
set decimalsign '.'
set terminal pngcairo size 1600,1000 font 'DejaVu Sans,12' noenhanced linewidth 1 background rgb 'white'
set output OUT

set palette defined (0 '#440154', 1 '#472D7B', 2 '#3B528B', 3 '#2C728E', 4 '#21918C', \
                     5 '#28AE80', 6 '#5EC962', 7 '#ADDC30', 8 '#FDE725')
set palette maxcolors 0
unset key
unset colorbox
set multiplot

# One test as a heat map: columns are file sizes, rows record sizes, both by rank.
set lmargin at screen LEFT / 1600
set rmargin at screen 0.925
set bmargin at screen 0.135
set tmargin at screen 0.835
set xrange [-0.5:NX - 0.5]
set yrange [-0.5:NY - 0.5]
unset border
set xtics scale 0 font ',13'
set ytics scale 0 font ',13'
set xlabel 'File size' font ',15'
set label 1 'Record size' at screen 20.0 / 1600, 0.485 center rotate by 90 font ',15'
set label 2 BAR_TITLE at screen 1496.0 / 1600, 0.775 left font ',13' noenhanced
set colorbox user origin screen 1496.0 / 1600, 0.25 size screen 22.0 / 1600, 0.50
plot DATA index FIRST_cells using 1:2:(HALF_X):(HALF_Y):3 with boxxyerror fs solid noborder fc palette
unset xtics
unset ytics
unset xlabel
unset label
unset colorbox
if (N_hole_outside > 0) { plot DATA index FIRST_hole_outside using 1:2:(HALF_X):(HALF_Y) with boxxyerror fs pattern 4 lc rgb '#CCCCCC' }
if (N_hole_planned > 0) { plot DATA index FIRST_hole_planned using 1:2:(HALF_X):(HALF_Y) with boxxyerror fs pattern 5 lc rgb '#8D9DB5' }
if (N_hole_skipped > 0) { plot DATA index FIRST_hole_skipped using 1:2:(HALF_X):(HALF_Y) with boxxyerror fs pattern 5 lc rgb '#C98A2B' }
if (N_hole_failed > 0) { plot DATA index FIRST_hole_failed using 1:2:(HALF_X):(HALF_Y) with boxxyerror fs pattern 4 lc rgb '#B71C1C' }
if (N_numbers > 0) { plot DATA index FIRST_numbers using 1:($2 + NUMBER_DY):3:4 with labels center font NUMBER_FONT tc rgb variable }
if (N_spread > 0) { plot DATA index FIRST_spread using 1:($2 - SPREAD_DY):3:4 with labels center font ',8' tc rgb variable }
if (N_cliffs > 0) {
  plot DATA index FIRST_cliffs using 1:2:3:4 with vectors nohead lw 5 lc rgb 'white'
  plot DATA index FIRST_cliffs using 1:2:3:4 with vectors nohead lw 3 lc rgb '#C2185B'
}

# The swatches of the legend.
set lmargin at screen 0
set rmargin at screen 1
set bmargin at screen 0
set tmargin at screen 1
set xrange [0:1600]
set yrange [0:1000]
if (N_swatch_outside > 0) { plot DATA index FIRST_swatch_outside using 1:2:(15):(10) with boxxyerror fs pattern 4 lc rgb '#CCCCCC' }
if (N_swatch_planned > 0) { plot DATA index FIRST_swatch_planned using 1:2:(15):(10) with boxxyerror fs pattern 5 lc rgb '#8D9DB5' }
if (N_swatch_skipped > 0) { plot DATA index FIRST_swatch_skipped using 1:2:(15):(10) with boxxyerror fs pattern 5 lc rgb '#C98A2B' }
if (N_swatch_failed > 0) { plot DATA index FIRST_swatch_failed using 1:2:(15):(10) with boxxyerror fs pattern 4 lc rgb '#B71C1C' }

# The layer of labels over all of the page, in pixels from its lower left corner.
reset
unset key
unset border
unset tics
unset colorbox
set lmargin at screen 0
set rmargin at screen 1
set bmargin at screen 0
set tmargin at screen 1
set xrange [0:1600]
set yrange [0:1000]
set style textbox opaque fillcolor rgb 'white' border lc rgb '#C2185B' margins 1.2, 1.2
set label 1 TITLE at 48, 966 left font ',24' noenhanced
set label 2 CAPTION1 at 48, 924 left font ',13' tc rgb '#444444' noenhanced
set label 3 CAPTION2 at 48, 898 left font ',13' tc rgb '#444444' noenhanced
plot NaN notitle
unset label
if (N_lines > 0) { plot DATA index FIRST_lines using 1:2:3:4:5 with vectors nohead lw 1.2 lc rgb variable }
if (N_text_left > 0) { plot DATA index FIRST_text_left using 1:2:3:4 with labels left font TEXT_FONT tc rgb variable }
if (N_text_right > 0) { plot DATA index FIRST_text_right using 1:2:3:4 with labels right font TEXT_FONT tc rgb variable }
if (N_text_centre > 0) { plot DATA index FIRST_text_centre using 1:2:3:4 with labels center font TEXT_FONT tc rgb variable }
if (N_text_heading > 0) { plot DATA index FIRST_text_heading using 1:2:3:4 with labels left font MARK_FONT tc rgb variable }
if (N_text_boxed > 0) { plot DATA index FIRST_text_boxed using 1:2:3:4 with labels center boxed font MARK_FONT tc rgb variable }
unset multiplot
unset output
