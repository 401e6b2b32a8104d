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
set xlabel X_TITLE font ',15'
set label 1 Y_TITLE at screen 20.0 / 1600, 0.485 center rotate by 90 font ',15'
set label 2 BAR_TITLE at screen 1496.0 / 1600, 0.775 left font ',13' noenhanced
set colorbox user origin screen 1496.0 / 1600, 0.25 size screen 22.0 / 1600, 0.50
if (CHANGE) { set palette defined (0 '#8C510A', 1 '#BF812D', 2 '#DFC27D', 3 '#FFFFFF', 4 '#92C5DE', 5 '#4393C3', 6 '#2166AC') }
if (N_cells > 0) { plot DATA index FIRST_cells using 1:2:(HALF_X):(HALF_Y):3 with boxxyerror fs solid noborder fc palette } else { plot '+' using (NaN):(NaN):(HALF_X):(HALF_Y):(0) with boxxyerror fs solid noborder fc palette }
unset xtics
unset ytics
unset xlabel
unset label
unset colorbox
if (N_faint > 0) { plot DATA index FIRST_faint using 1:2:(HALF_X):(HALF_Y) with boxxyerror fs solid noborder lc rgb '#D9D9D9' }
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
if (N_swatch_faint > 0) { plot DATA index FIRST_swatch_faint using 1:2:(15):(10) with boxxyerror fs solid noborder lc rgb '#D9D9D9' }
if (N_swatch_outside > 0) { plot DATA index FIRST_swatch_outside using 1:2:(15):(10) with boxxyerror fs pattern 4 lc rgb '#CCCCCC' }
if (N_swatch_planned > 0) { plot DATA index FIRST_swatch_planned using 1:2:(15):(10) with boxxyerror fs pattern 5 lc rgb '#8D9DB5' }
if (N_swatch_skipped > 0) { plot DATA index FIRST_swatch_skipped using 1:2:(15):(10) with boxxyerror fs pattern 5 lc rgb '#C98A2B' }
if (N_swatch_failed > 0) { plot DATA index FIRST_swatch_failed using 1:2:(15):(10) with boxxyerror fs pattern 4 lc rgb '#B71C1C' }
