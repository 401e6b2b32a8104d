# Nothing was measured: a frame and the reason.
unset tics
set lmargin at screen 0.06
set rmargin at screen 0.94
set bmargin at screen 0.06
set tmargin at screen 0.86
set border 15 lc rgb '#BBBBBB'
set xrange [0:1]
set yrange [0:1]
set style textbox opaque fillcolor rgb 'white' noborder margins 3, 2
set object 1 rectangle from graph 0, 0 to graph 1, 1 behind fs pattern 4 noborder fc rgb '#EEEEEE'
set label 1 'no measurement to draw' at graph 0.5, 0.58 center boxed font ',28' tc rgb '#B71C1C'
set label 2 REASON at graph 0.5, 0.46 center boxed font ',16' tc rgb '#444444' noenhanced
set label 3 NOTE at graph 0.5, 0.38 center boxed font ',16' tc rgb '#444444' noenhanced
plot NaN notitle
