# One row or column of cells as a line; positions are log2 of the sizes and log10 of the values.
set lmargin at screen 0.08
set rmargin at screen 0.925
set bmargin at screen 0.15
set tmargin at screen 0.82
set border 3 lc rgb '#666666'
set xtics out nomirror
set ytics out nomirror font ',13' textcolor rgb '#222222'
set grid ytics lt 1 lc rgb '#D9D9D9' lw 1
set label 1 XTITLE at screen 0.5025, XTITLE_Y / 1000 center font ',15'
set label 2 YTITLE at screen 0.022, 0.485 center rotate by 90 font ',15' noenhanced
set label 3 NOTE at screen 0.03, 0.022 left font ',13' tc rgb '#B71C1C' noenhanced
plot NaN notitle
unset border
unset xtics
unset ytics
unset grid
unset label
if (N_refs > 0) { plot DATA index FIRST_refs using 1:(Y0):(0):(Y1 - Y0) with vectors nohead lw 1.6 dt (5, 4) lc rgb '#1565C0' }
if (N_bars > 0) { plot DATA index FIRST_bars using 1:2:3:4 with yerrorbars pt 0 lw 1.3 lc rgb '#0B5563' }
if (N_line > 0) { plot DATA index FIRST_line using 1:2 with lines lw 2.2 lc rgb '#0B5563' }
if (N_cliffs > 0) { plot DATA index FIRST_cliffs using 1:2:3:4 with vectors nohead lw 3.2 lc rgb '#C2185B' }
if (N_line > 0) { plot DATA index FIRST_line using 1:2 with points pt 7 ps 1.2 lc rgb '#0B5563' }
if (N_failed > 0) { plot DATA index FIRST_failed using 1:2 with points pt 2 ps 1.4 lw 1.8 lc rgb '#B71C1C' }
