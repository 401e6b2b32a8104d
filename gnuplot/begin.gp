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
