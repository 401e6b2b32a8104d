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
