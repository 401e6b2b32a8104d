set view 56, 54, 1, 0.95
set lmargin at screen 0.19730
set rmargin at screen 0.76020
set bmargin at screen 0.19638
set tmargin at screen 0.70062
set xrange [21.99994:28.00006]
set yrange [15.99994:22.00006]
set zrange [-0.008611377:861.1463]
set xyplane at -0.008611377
set cbrange [0:861.1377]
CB_SPAN = 861.1377
N_grid = 32
FIRST_grid = 1
LAST_grid = 1
N_tiles = 8986
FIRST_tiles = 2
LAST_tiles = 1285
N_mesh = 148
FIRST_mesh = 1286
LAST_mesh = 1286
N_stems = 0
N_stem_dots = 0
N_failed = 0
N_quads = 586
FIRST_quads = 1287
LAST_quads = 1370
TITLE = 'Rewrite'
X_TITLE = 'File size'
Y_TITLE = 'Record size'
Z_TITLE = 'Throughput, MiB/s (linear scale)'
set xtics ('256M' 28, '128M' 27, '64M' 26, '32M' 25, '16M' 24, '8M' 23, '4M' 22)
set ytics ('4M' 22, '' 21.6439, '2.5M' 21.3219, '' 21, '~1.56M' 20.6439, '' 20.3219, '' 20, '640K' 19.3219, '' 19, '320K' 18.3219, '' 18, '160K' 17.3219, '' 17, '80K' 16.3219, '' 16)
set ztics ('0' 0, '200' 200, '400' 400, '600' 600, '800' 800)
N_noisy = 0
N_refs = 4
FIRST_refs = 1371
LAST_refs = 1371
N_cliffs = 62
FIRST_cliffs = 1372
LAST_cliffs = 1372
N_cliffs_thin = 0
N_cliff_dots = 72
FIRST_cliff_dots = 1373
LAST_cliff_dots = 1373
DATA = 'rewrite.dat'
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

# One test as a surface. For a file triangles are cut and sorted, and lines freed of their hidden parts, in the data;
# here they are only drawn, one layer over the other. A window gets whole tiles, which gnuplot sorts as they turn.
unset border
set style line 1 lw 1.6 dt (6, 8) lc rgb '#1565C0'
if (!exists("OUT")) {
  set title TITLE noenhanced
  set xtics noenhanced
  set ytics noenhanced
  set xlabel X_TITLE noenhanced rotate parallel
  set ylabel Y_TITLE noenhanced rotate parallel
  set zlabel Z_TITLE noenhanced rotate parallel
  set lmargin -1
  set rmargin -1
  set bmargin -1
  set tmargin -1
  set border 127+256+512 lc rgb '#888888'
  set grid x y z lc rgb '#D9D9D9'
  set colorbox
  unset cbtics
  set pm3d depthorder corners2color c1 noborder
  set hidden3d front
  LIFT = 0.006 * CB_SPAN
  splot DATA index FIRST_tiles:LAST_tiles using 1:2:3:4 with pm3d, DATA index FIRST_quads:LAST_quads using 1:2:($3 + LIFT) with lines lw 0.5 lc rgb '#202020'
  if (strstrt(' qt wxt x11 windows aqua ', ' '.GPVAL_TERM.' ')) { pause mouse close }
  exit
}
unset xtics
unset ytics
unset ztics
set multiplot
# A border in the colour of the quad closes the seams that antialiasing would leave; the first releases of 5.4 have none.
set pm3d scansforward corners2color c1
if (GPVAL_VERSION > 5.4 || !strstrt('0123', substr(GPVAL_PATCHLEVEL, 1, 1))) { set pm3d border retrace } else { set pm3d noborder depthorder }
if (GPVAL_TERM eq 'svg') { set pm3d noborder } # it fills borders with black

# Floor and walls; from then on nothing is drawn twice.
splot DATA index FIRST_grid using 1:2:3:4:5:6 with vectors nohead lw 1 lc rgb '#D9D9D9'
if (N_refs > 0) { splot DATA index FIRST_refs using 1:2:3:4:5:6 with vectors nohead ls 1 }
if (N_failed > 0) { splot DATA index FIRST_failed using 1:2:3 with points pt 2 ps 1.2 lw 1.6 lc rgb '#B71C1C' }
if (N_tiles > 0) { splot DATA index FIRST_tiles:LAST_tiles using 1:2:3:4 with pm3d }
if (N_mesh > 0) { splot DATA index FIRST_mesh using 1:2:3:4:5:6 with vectors nohead lw 0.8 lc rgb '#202020' }
if (N_stems > 0) { splot DATA index FIRST_stems using 1:2:3:4:5:6 with vectors nohead lw 1.4 lc rgb '#202020' }
if (N_stem_dots > 0) { splot DATA index FIRST_stem_dots using 1:2:3:3 with points pt 7 ps 1.4 lc palette }
if (N_noisy > 0) {
  splot DATA index FIRST_noisy using 1:2:3 with points pt 7 ps 0.9 lc rgb 'white'
  splot DATA index FIRST_noisy using 1:2:3 with points pt 6 ps 0.9 lw 1.2 lc rgb '#B71C1C'
}
if (N_cliffs > 0) {
  splot DATA index FIRST_cliffs using 1:2:3:4:5:6 with vectors nohead lw 5 lc rgb 'white'
  splot DATA index FIRST_cliffs using 1:2:3:4:5:6 with vectors nohead lw 2.4 lc rgb '#C2185B'
}
if (N_cliffs_thin > 0) {
  splot DATA index FIRST_cliffs_thin using 1:2:3:4:5:6 with vectors nohead lw 4 lc rgb 'white'
  splot DATA index FIRST_cliffs_thin using 1:2:3:4:5:6 with vectors nohead lw 1.7 lc rgb '#C2185B'
}
if (N_cliff_dots > 0) { splot DATA index FIRST_cliff_dots using 1:2:3 with points pt 7 ps 0.7 lc rgb '#C2185B' }
unset title

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
plot DATA index 1374 using (($1 + $3) / 2):(($2 + $4) / 2):(($3 - $1) / 2):(($4 - $2) / 2):5 with boxxyerror fs solid noborder fc rgb variable, \
  DATA index 1375 using (($1 + $3) / 2):(($2 + $4) / 2):(($3 - $1) / 2):(($4 - $2) / 2):5 with boxxyerror fs solid noborder fc rgb variable, \
  DATA index 1376 using 1:2:3:4:5 with vectors nohead lw 1 lc rgb variable, \
  DATA index 1377 using 1:2:3:4:5 with vectors nohead lw 1.2 lc rgb variable, \
  DATA index 1378 using 1:2:3:4:5 with vectors nohead lw 3 lc rgb variable, \
  DATA index 1379 using 1:2:3:4 with labels left font ',13' noenhanced tc rgb variable, \
  DATA index 1380 using 1:2:3:4 with labels center font ',13' noenhanced tc rgb variable, \
  DATA index 1381 using 1:2:3:4 with labels right font ',13' noenhanced tc rgb variable, \
  DATA index 1382 using 1:2:3:4 with labels center font ',14' noenhanced tc rgb variable, \
  DATA index 1383 using 1:2:3:4 with labels center font ',15' rotate by -23.31 noenhanced tc rgb variable, \
  DATA index 1384 using 1:2:3:4 with labels center font ',15' rotate by 12.81 noenhanced tc rgb variable, \
  DATA index 1385 using 1:2:3:4 with labels center font ',15' rotate by 90 noenhanced tc rgb variable, \
  DATA index 1386 using 1:2:3:4 with labels left font ',24' noenhanced tc rgb variable

if (GPVAL_MULTIPLOT) { unset multiplot }
if (exists("OUT")) { unset output }
if (!exists("OUT")) { if (strstrt(' qt wxt x11 windows aqua ', ' '.GPVAL_TERM.' ')) { pause mouse close } }
