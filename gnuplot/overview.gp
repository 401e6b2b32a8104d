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
