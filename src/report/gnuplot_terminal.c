#include "report/gnuplot_terminal.h"

#include <string.h>

#define PX_PER_INCH 96.0 /* what makes a point 4/3 pixels */
#define FONT "font 'DejaVu Sans,12'"

struct terminal_names terminal_names_of(enum picture_format format)
{
	static const struct terminal_names names[PICTURE_FORMATS_N] = {
		[PICTURE_PNG] = { "pngcairo", "png" },
		[PICTURE_SVG] = { "svg", NULL },
		[PICTURE_PDF] = { "pdfcairo", NULL },
		[PICTURE_PS] = { "epscairo", "postscript" },
	};

	return names[format];
}

/* What one of these terminals takes; in a double-quoted string, so that the font's quotes stand as they are. */
static void add_terminal(struct strbuf *gp, const char *name, const struct picture_options *o, double scale)
{
	double width_in = o->width_px / PX_PER_INCH, height_in = o->height_px / PX_PER_INCH;

	strbuf_addf(gp, "\"%s ", name);
	if (!strcmp(name, "pngcairo"))
		strbuf_addf(gp, "size %u,%u " FONT " fontscale %.5g noenhanced rounded linewidth %.5g pointscale %.5g "
			    "background rgb 'white'", o->width_px, o->height_px, scale, scale, scale);
	else if (!strcmp(name, "png"))
		strbuf_addf(gp, "size %u,%u truecolor font 'DejaVuSans,12' fontscale %.5g noenhanced linewidth %.5g",
			    o->width_px, o->height_px, scale, scale);
	else if (!strcmp(name, "svg"))
		/* its points are pixels */
		strbuf_addf(gp, "size %u,%u " FONT " fontscale %.5g noenhanced rounded linewidth %.5g background rgb "
			    "'white'", o->width_px, o->height_px, scale * 4 / 3, scale);
	else if (!strcmp(name, "postscript"))
		strbuf_addf(gp, "eps color size %.5gin,%.5gin font 'Helvetica,12' fontscale %.5g noenhanced rounded "
			    "linewidth %.5g", width_in, height_in, scale, scale);
	else
		/* its fonts are drawn larger and its lines thinner than they are called */
		strbuf_addf(gp, "size %.5gin,%.5gin " FONT " fontscale %.5g noenhanced rounded linewidth %.5g "
			    "background rgb 'white'", width_in, height_in, scale * 0.75, scale * 2);
	strbuf_addch(gp, '"');
}

void terminal_add_commands(struct strbuf *gp, const struct picture_options *options, double scale)
{
	struct terminal_names names = terminal_names_of(options->format);

	strbuf_addstr(gp, "TERMINAL = ");
	if (names.plain) {
		strbuf_addf(gp, "!strstrt(' '.GPVAL_TERMINALS.' ', ' %s ') ? ", names.best);
		add_terminal(gp, names.plain, options, scale);
		strbuf_addstr(gp, " : ");
	}
	add_terminal(gp, names.best, options, scale);
	strbuf_addch(gp, '\n');
}
