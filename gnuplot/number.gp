# One cell: its number.
unset border
unset tics
set xrange [0:1]
set yrange [0:1]
set label 1 NUMBER at screen 0.5, 0.53 center font ',54' noenhanced
set label 2 DETAIL at screen 0.5, 0.42 center font ',16' tc rgb '#444444' noenhanced
set label 3 NOTE at screen 0.5, 0.36 center font ',14' tc rgb '#B71C1C' noenhanced
plot NaN notitle
