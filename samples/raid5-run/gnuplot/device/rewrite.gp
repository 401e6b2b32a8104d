TITLE = 'Rewrite'
CAPTION1 = 'simulated · sim · sim RAID5 6 disks chunk 256K · RAM 1G · past the page cache'
CAPTION2 = 'iosweep 0.1.0 · 1970-01-01 · median of 3 passes, typical spread 3.0 % · 105 points measured'
UNIT = 'MiB/s'
QUANTITY = 'Throughput'
ZTITLE = QUANTITY.', '.UNIT.' (linear scale)'
set view 56, 54, 1, 0.95
set lmargin at screen 0.19750
set rmargin at screen 0.76000
set bmargin at screen 0.19600
set tmargin at screen 0.70000
set xrange [21.99994:28.00006]
set yrange [15.99994:22.00006]
set zrange [-0.008591824:859.191]
set xyplane at -0.008591824
set cbrange [0:859.1824]
set cbtics font ',13' ('0' 0, '200' 200, '400' 400, '600' 600, '800' 800)
N_grid = 32
FIRST_grid = 1
LAST_grid = 1
XTITLE_X = 331.5
XTITLE_Y = 122.7
XTITLE_ANGLE = -23.3
YTITLE_X = 1061.0
YTITLE_Y = 74.5
YTITLE_ANGLE = 12.8
NOTE = ''
N_tiles = 8944
FIRST_tiles = 2
LAST_tiles = 1279
N_mesh = 148
FIRST_mesh = 1280
LAST_mesh = 1280
N_stems = 0
N_stem_dots = 0
N_failed = 0
N_refs = 4
FIRST_refs = 1281
LAST_refs = 1281
N_cliffs = 62
FIRST_cliffs = 1282
LAST_cliffs = 1282
N_cliff_dots = 72
FIRST_cliff_dots = 1283
LAST_cliff_dots = 1283
N_text_left = 0
N_text_centre = 10
FIRST_text_centre = 1284
LAST_text_centre = 1284
N_text_right = 12
FIRST_text_right = 1285
LAST_text_right = 1285
N_text_boxed = 6
FIRST_text_boxed = 1286
LAST_text_boxed = 1286
N_text_heading = 0
N_lines = 34
FIRST_lines = 1287
LAST_lines = 1287
TEXT_FONT = ',13'
MARK_FONT = ',14'
DATA = 'rewrite.dat'
if (!exists("OUT")) OUT = 'rewrite.png'

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

# One test as a surface. Triangles are cut and sorted, and lines freed of their hidden parts, in the data; here they are
# only drawn, one layer over the other.
unset border
unset xtics
unset ytics
unset ztics
set label 1 'File size' at screen XTITLE_X / 1600, XTITLE_Y / 1000 center rotate by XTITLE_ANGLE font ',15'
set label 2 'Record size' at screen YTITLE_X / 1600, YTITLE_Y / 1000 center rotate by YTITLE_ANGLE font ',15'
set label 3 ZTITLE at screen 30.0 / 1600, 0.52 center rotate by 90 font ',15'
set label 4 NOTE at screen 0.985, 0.03 right font ',13' tc rgb '#B71C1C' noenhanced
set label 5 UNIT at screen 1496.0 / 1600, 0.825 left font ',13' noenhanced
set colorbox user origin screen 1496.0 / 1600, 0.30 size screen 22.0 / 1600, 0.50
# A border in the colour of the quad closes the seams that antialiasing would leave; the first releases of 5.4 have none.
set pm3d scansforward corners2color c1
if (GPVAL_VERSION > 5.4 || !strstrt('0123', substr(GPVAL_PATCHLEVEL, 1, 1))) { set pm3d border retrace } else { set pm3d noborder depthorder }
set style line 1 lw 1.6 dt (5, 4) lc rgb '#1565C0'

# Floor, walls and the colour bar; from then on nothing is drawn twice.
splot DATA index FIRST_grid using 1:2:3:4:5:6 with vectors nohead lw 1 lc rgb '#D9D9D9', NaN with pm3d
unset label
unset colorbox
if (N_refs > 0) { splot DATA index FIRST_refs using 1:2:3:4:5:6 with vectors nohead ls 1 }
if (N_failed > 0) { splot DATA index FIRST_failed using 1:2:3 with points pt 2 ps 1.2 lw 1.6 lc rgb '#B71C1C' }
if (N_tiles > 0) { splot DATA index FIRST_tiles:LAST_tiles using 1:2:3:4 with pm3d }
if (N_mesh > 0) { splot DATA index FIRST_mesh using 1:2:3:4:5:6 with vectors nohead lw 0.8 lc rgb '#202020' }
if (N_stems > 0) { splot DATA index FIRST_stems using 1:2:3:4:5:6 with vectors nohead lw 1.4 lc rgb '#202020' }
if (N_stem_dots > 0) { splot DATA index FIRST_stem_dots using 1:2:3:3 with points pt 7 ps 1.4 lc palette }
if (N_cliffs > 0) {
  splot DATA index FIRST_cliffs using 1:2:3:4:5:6 with vectors nohead lw 5 lc rgb 'white'
  splot DATA index FIRST_cliffs using 1:2:3:4:5:6 with vectors nohead lw 2.4 lc rgb '#C2185B'
}
if (N_cliff_dots > 0) { splot DATA index FIRST_cliff_dots using 1:2:3 with points pt 7 ps 0.7 lc rgb '#C2185B' }

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
