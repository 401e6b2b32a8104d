# What lies flat on the page, in pixels from its lower left corner.
unset border
unset tics
unset colorbox
unset object
unset label
set lmargin at screen 0
set rmargin at screen 1
set bmargin at screen 0
set tmargin at screen 1
