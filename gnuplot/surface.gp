# One test as a surface. Triangles are cut and sorted, and lines freed of their hidden parts, in the data; here they are
# only drawn, one layer over the other.
unset border
unset xtics
unset ytics
unset ztics
set label 1 X_TITLE at screen XTITLE_X / 1600, XTITLE_Y / 1000 center rotate by XTITLE_ANGLE font ',15'
set label 2 Y_TITLE at screen YTITLE_X / 1600, YTITLE_Y / 1000 center rotate by YTITLE_ANGLE font ',15'
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
