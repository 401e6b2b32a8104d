if (GPVAL_MULTIPLOT) { unset multiplot }
if (exists("OUT")) { unset output }
if (!exists("OUT")) { if (strstrt(' qt wxt x11 windows aqua ', ' '.GPVAL_TERM.' ')) { pause mouse close } }
