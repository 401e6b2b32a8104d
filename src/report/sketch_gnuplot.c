#include "report/sketch_gnuplot.h"

#include "report/gnuplot_text.h"

static void add_row(struct strbuf *dat, const struct sketch_shape *s)
{
	const struct sketch_box *b = &s->box;

	switch (s->kind) {
	case SKETCH_RECT:
		strbuf_addf(dat, "%.1f %.1f %.1f %.1f %u\n", b->left, b->bottom, b->right, b->top, s->style.rgb);
		break;
	case SKETCH_LINE:
		strbuf_addf(dat, "%.1f %.1f %.1f %.1f %u\n", b->left, b->bottom, b->right - b->left, b->top - b->bottom,
			    s->style.rgb);
		break;
	case SKETCH_DOT:
		strbuf_addf(dat, "%.1f %.1f %u\n", b->left, b->bottom, s->style.rgb);
		break;
	case SKETCH_BAND:
		strbuf_addf(dat, "%.1f %.1f %.1f\n", s->to.x, s->to.low, s->to.high);
		break;
	case SKETCH_TEXT:
		strbuf_addf(dat, "%.1f %.1f ", b->left, b->bottom);
		text_add_field(dat, s->text);
		strbuf_addf(dat, " %u\n", s->style.rgb);
		break;
	}
}

static void add_line_style(struct strbuf *gp, const struct sketch_style *style)
{
	strbuf_addf(gp, "using 1:2:3:4:5 with vectors nohead lw %.4g %slc rgb variable", style->size,
		    style->dashed ? "dt (6, 8) " : "");
}

static void add_text_style(struct strbuf *gp, const struct sketch_style *style)
{
	static const char *const aligns[] = { [SKETCH_LEFT] = "left", [SKETCH_CENTRE] = "center",
					      [SKETCH_RIGHT] = "right" };

	strbuf_addf(gp, "using 1:2:3:4 with labels %s font ',%.4g' ", aligns[style->align], style->size);
	if (style->angle_deg < 0 || style->angle_deg > 0)
		strbuf_addf(gp, "rotate by %.4g ", style->angle_deg);
	strbuf_addstr(gp, "noenhanced tc rgb variable");
}

static void add_style(struct strbuf *gp, const struct sketch_shape *s)
{
	switch (s->kind) {
	case SKETCH_RECT:
		strbuf_addstr(gp, "using (($1 + $3) / 2):(($2 + $4) / 2):(($3 - $1) / 2):(($4 - $2) / 2):5 "
				  "with boxxyerror fs solid noborder fc rgb variable");
		break;
	case SKETCH_LINE:
		add_line_style(gp, &s->style);
		break;
	case SKETCH_DOT:
		strbuf_addf(gp, "using 1:2:(%.4g):3 with circles fs solid noborder fc rgb variable", s->style.size);
		break;
	case SKETCH_BAND:
		strbuf_addf(gp, "using 1:2:3 with filledcurves fs transparent solid %.4g noborder fc rgb %u",
			    SKETCH_BAND_OPACITY, s->style.rgb);
		break;
	case SKETCH_TEXT:
		add_text_style(gp, &s->style);
		break;
	}
}

/* Whether b goes on in the index of a. gnuplot fills a band as one polygon, which must be whole. */
static bool goes_on(const struct sketch_shape *a, const struct sketch_shape *b)
{
	return sketch_alike(a, b) && (a->kind != SKETCH_BAND || (a->to.x >= b->from.x && a->to.x <= b->from.x));
}

static void begin_index(struct strbuf *dat, const struct sketch_shape *s)
{
	static const char *const columns[] = {
		[SKETCH_RECT] = "left bottom right top rgb", [SKETCH_BAND] = "x low high",
		[SKETCH_LINE] = "x y dx dy rgb",	     [SKETCH_DOT] = "x y rgb",
		[SKETCH_TEXT] = "x y text rgb",
	};

	strbuf_addf(dat, "\n\n# %s, in pixels\n", columns[s->kind]);
	if (s->kind == SKETCH_BAND)
		strbuf_addf(dat, "%.1f %.1f %.1f\n", s->from.x, s->from.low, s->from.high);
}

void sketch_add_plot(const struct sketch *sk, struct strbuf *dat, struct strbuf *gp, size_t *indexes)
{
	strbuf_addf(gp, "set xrange [0:%.7g]\nset yrange [0:%.7g]\nplot ", sk->width_px, sk->height_px);
	for (size_t i = 0; i < sk->n; i++) {
		if (!i || !goes_on(&sk->v[i - 1], &sk->v[i])) {
			begin_index(dat, &sk->v[i]);
			strbuf_addf(gp, "%sDATA index %zu ", i ? ", \\\n  " : "", (*indexes)++);
			add_style(gp, &sk->v[i]);
		}
		add_row(dat, &sk->v[i]);
	}
	strbuf_addstr(gp, sk->n ? "\n" : "NaN\n");
}
