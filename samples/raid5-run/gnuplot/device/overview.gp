TITLE = 'All tests, device mode'
CAPTION1 = 'simulated · sim · sim RAID5 6 disks chunk 256K · RAM 1G · past the page cache'
CAPTION2 = 'iosweep 0.1.0 · 1970-01-01 · median of 3 passes, typical spread at most 3.0 % · 420 points measured'
set cbrange [1.30103:2.973333]
PANEL_1 = 'set view 56, 54, 1, 0.95;set lmargin at screen 0.10424;set rmargin at screen 0.35670;set bmargin at screen 0.54480;set tmargin at screen 0.77920;set xrange [21.99994:28.00006];set yrange [15.99994:22.00006];set zrange [1.301013:2.97335];set xyplane at 1.301013;'
N_grid_1 = 32
FIRST_grid_1 = 0
LAST_grid_1 = 0
N_tiles_1 = 2245
FIRST_tiles_1 = 1
LAST_tiles_1 = 321
N_mesh_1 = 188
FIRST_mesh_1 = 322
LAST_mesh_1 = 322
N_cliffs_1 = 12
FIRST_cliffs_1 = 323
LAST_cliffs_1 = 323
PANEL_2 = 'set view 56, 54, 1, 0.95;set lmargin at screen 0.50893;set rmargin at screen 0.76138;set bmargin at screen 0.54480;set tmargin at screen 0.77920;set xrange [21.99994:28.00006];set yrange [15.99994:22.00006];set zrange [1.301013:2.97335];set xyplane at 1.301013;'
N_grid_2 = 32
FIRST_grid_2 = 324
LAST_grid_2 = 324
N_tiles_2 = 2266
FIRST_tiles_2 = 325
LAST_tiles_2 = 648
N_mesh_2 = 188
FIRST_mesh_2 = 649
LAST_mesh_2 = 649
N_cliffs_2 = 12
FIRST_cliffs_2 = 650
LAST_cliffs_2 = 650
PANEL_3 = 'set view 56, 54, 1, 0.95;set lmargin at screen 0.10424;set rmargin at screen 0.35670;set bmargin at screen 0.11280;set tmargin at screen 0.34720;set xrange [21.99994:28.00006];set yrange [15.99994:22.00006];set zrange [1.301013:2.97335];set xyplane at 1.301013;'
N_grid_3 = 32
FIRST_grid_3 = 651
LAST_grid_3 = 651
N_tiles_3 = 3232
FIRST_tiles_3 = 652
LAST_tiles_3 = 1113
N_mesh_3 = 166
FIRST_mesh_3 = 1114
LAST_mesh_3 = 1114
N_cliffs_3 = 38
FIRST_cliffs_3 = 1115
LAST_cliffs_3 = 1115
PANEL_4 = 'set view 56, 54, 1, 0.95;set lmargin at screen 0.50893;set rmargin at screen 0.76138;set bmargin at screen 0.11280;set tmargin at screen 0.34720;set xrange [21.99994:28.00006];set yrange [15.99994:22.00006];set zrange [1.301013:2.97335];set xyplane at 1.301013;'
N_grid_4 = 32
FIRST_grid_4 = 1116
LAST_grid_4 = 1116
N_tiles_4 = 3316
FIRST_tiles_4 = 1117
LAST_tiles_4 = 1590
N_mesh_4 = 166
FIRST_mesh_4 = 1591
LAST_mesh_4 = 1591
N_cliffs_4 = 62
FIRST_cliffs_4 = 1592
LAST_cliffs_4 = 1592
N_PANELS = 4
BAR_X = 1355.0
BAR_Y = 494.0
BAR_WIDTH = 200.0
N_text_left = 4
FIRST_text_left = 1593
LAST_text_left = 1593
N_text_centre = 33
FIRST_text_centre = 1594
LAST_text_centre = 1594
N_text_right = 48
FIRST_text_right = 1595
LAST_text_right = 1595
N_text_boxed = 0
N_text_heading = 4
FIRST_text_heading = 1596
LAST_text_heading = 1596
N_lines = 125
FIRST_lines = 1597
LAST_lines = 1597
TEXT_FONT = ',10'
MARK_FONT = ',14'
DATA = 'overview.dat'
if (!exists("OUT")) OUT = 'overview.png'

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

# All tests of a mode: small surfaces on one scale. PANEL_k sets view, margins and ranges of the k-th.
unset border
unset xtics
unset ytics
unset ztics
unset cbtics
of(name, k) = value(sprintf('%s_%d', name, k))
# A border in the colour of the quad closes the seams that antialiasing would leave; the first releases of 5.4 have none.
set pm3d scansforward corners2color c1
if (GPVAL_VERSION > 5.4 || !strstrt('0123', substr(GPVAL_PATCHLEVEL, 1, 1))) { set pm3d border retrace } else { set pm3d noborder depthorder }
set colorbox horizontal user origin screen BAR_X / 1600, BAR_Y / 1000 size screen BAR_WIDTH / 1600, 22.0 / 1000
do for [k = 1:N_PANELS] {
  eval of('PANEL', k)
  splot DATA index of('FIRST_grid', k) using 1:2:3:4:5:6 with vectors nohead lw 0.8 lc rgb '#D9D9D9', NaN with pm3d
  unset colorbox
  if (of('N_tiles', k) > 0) { splot DATA index of('FIRST_tiles', k):of('LAST_tiles', k) using 1:2:3:4 with pm3d }
  if (of('N_mesh', k) > 0) { splot DATA index of('FIRST_mesh', k) using 1:2:3:4:5:6 with vectors nohead lw 0.7 lc rgb '#202020' }
  if (of('N_cliffs', k) > 0) {
    splot DATA index of('FIRST_cliffs', k) using 1:2:3:4:5:6 with vectors nohead lw 3.5 lc rgb 'white'
    splot DATA index of('FIRST_cliffs', k) using 1:2:3:4:5:6 with vectors nohead lw 1.8 lc rgb '#C2185B'
  }
}

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
