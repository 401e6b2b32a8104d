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
