# gnuplot -e "OUT='x.png'" draws into a file; without OUT there is a window.
set encoding utf8
set decimalsign '.'
if (exists("OUT")) { eval 'set terminal '.TERMINAL; set output OUT }
if (!exists("OUT")) { if (GPVAL_TERM eq 'unknown') { print "gnuplot has no windows here; for a file: gnuplot -e \"OUT='x.png'\" with this script" } }
unset key
unset colorbox
