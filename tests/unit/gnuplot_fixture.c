#include "unit/gnuplot_fixture.h"

#include "base/rng.h"

#include <check.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static struct surface_fixture *fixture_new(size_t nx, size_t ny)
{
	struct surface_fixture *f = calloc(1, sizeof(*f));

	ck_assert_ptr_nonnull(f);
	f->surface = (struct picture_surface){
		.mode = "device", .name = "read", .title = "Read", .quantity = "Throughput", .unit = "MiB/s",
		.caption1 = "host", .caption2 = "passes", .x = { "File size", "file", true, f->file_sizes, nx },
		.y = { "Record size", "record", true, f->record_sizes, ny }, .cells = f->cells,
		.refs = f->refs, .cliffs = f->cliffs,
	};
	return f;
}

void fixture_set(struct surface_fixture *f, size_t ix, size_t iy, double value)
{
	f->cells[ix * f->surface.y.n + iy] =
		(struct picture_cell){ .state = PICTURE_MEASURED, .value = value, .min = value * 0.9,
				       .max = value * 1.05, .n = 3 };
}

void fixture_state(struct surface_fixture *f, size_t ix, size_t iy, enum picture_state state)
{
	f->cells[ix * f->surface.y.n + iy] = (struct picture_cell){ .state = state };
}

struct surface_fixture *fixture_flat(size_t nx, size_t ny)
{
	struct surface_fixture *f = fixture_new(nx, ny);

	for (size_t ix = 0; ix < nx; ix++)
		f->file_sizes[ix] = 65536ULL << ix;
	for (size_t iy = 0; iy < ny; iy++)
		f->record_sizes[iy] = 4096ULL << iy;
	for (size_t ix = 0; ix < nx; ix++)
		for (size_t iy = 0; iy < ny; iy++)
			if (f->record_sizes[iy] <= f->file_sizes[ix])
				fixture_set(f, ix, iy, 100);
	return f;
}

static size_t below(struct rng *rng, size_t n)
{
	return (size_t)(rng_uniform(rng) * (double)n);
}

/* Doubling, in steps of a third, or ragged. */
static void random_sizes(struct rng *rng, uint64_t *sizes, size_t n, uint64_t first)
{
	double step = rng_uniform(rng) < 0.5 ? 2 : 1.26;
	bool ragged = rng_uniform(rng) < 0.3;

	sizes[0] = first;
	for (size_t i = 1; i < n; i++) {
		double next = (double)sizes[i - 1] * (ragged ? 1.02 + 3 * rng_uniform(rng) : step);

		sizes[i] = (uint64_t)next + 1;
		if (!ragged)
			sizes[i] -= sizes[i] % 512;
		if (sizes[i] <= sizes[i - 1])
			sizes[i] = sizes[i - 1] + 512;
	}
}

static void random_cells(struct rng *rng, struct surface_fixture *f)
{
	double scale = pow(10, 7 * rng_uniform(rng) - 2), noise = rng_uniform(rng) * 2, holes = rng_uniform(rng) * 0.4;
	double slope_x = 2 * rng_uniform(rng) - 1, slope_y = 2 * rng_uniform(rng) - 1;

	for (size_t ix = 0; ix < f->surface.x.n; ix++) {
		for (size_t iy = 0; iy < f->surface.y.n; iy++) {
			double step = ix > f->surface.x.n / 2 ? -2 : 0;
			double exponent = slope_x * (double)ix / 4 + slope_y * (double)iy / 4 + step +
					  noise * rng_uniform(rng);

			if (f->record_sizes[iy] > f->file_sizes[ix])
				continue;
			fixture_set(f, ix, iy, scale * exp2(exponent));
			if (rng_uniform(rng) < holes)
				fixture_state(f, ix, iy, (enum picture_state[]){ PICTURE_OUTSIDE, PICTURE_PLANNED,
						PICTURE_FAILED, PICTURE_SKIPPED }[below(rng, 4)]);
		}
	}
}

static void random_marks(struct rng *rng, struct surface_fixture *f)
{
	struct picture_surface *s = &f->surface;

	s->refs_n = below(rng, 7);
	for (size_t i = 0; i < s->refs_n; i++) {
		bool file = rng_uniform(rng) < 0.5;
		uint64_t size = file ? s->x.v[below(rng, s->x.n)] : s->y.v[below(rng, s->y.n)];

		f->refs[i] = (struct picture_ref){
			file ? PICTURE_X : PICTURE_Y,
			(uint64_t)((double)size * (1 + rng_uniform(rng))),
			i ? "chunk 256K" : "a fact with a name that is much too long for the place where it stands, \"~\"",
			i % 2 == 1,
		};
	}
	for (s->cliffs_n = 0; s->cliffs_n < below(rng, 5); s->cliffs_n++) {
		bool file = s->x.n > 1 && (s->y.n < 2 || rng_uniform(rng) < 0.5);
		const uint64_t *along = file ? s->x.v : s->y.v;
		const uint64_t *across = file ? s->y.v : s->x.v;
		size_t n = file ? s->x.n : s->y.n, other = file ? s->y.n : s->x.n, at;

		if (n < 2)
			break;
		at = below(rng, n - 1);
		f->cliffs[s->cliffs_n] = (struct picture_cliff){ file ? PICTURE_X : PICTURE_Y, along[at],
			along[at + 1], across[0], across[other - 1], NAN,
					(enum picture_sureness)(s->cliffs_n % PICTURE_SURENESS_N) };
	}
}

struct surface_fixture *fixture_random(uint64_t seed)
{
	struct surface_fixture *f;
	struct rng rng;

	rng_init(&rng, seed);
	f = fixture_new(1 + below(&rng, 20), 1 + below(&rng, 20));
	random_sizes(&rng, f->file_sizes, f->surface.x.n, 65536);
	random_sizes(&rng, f->record_sizes, f->surface.y.n, seed % 3 ? 4096 : 512);
	random_cells(&rng, f);
	random_marks(&rng, f);
	if (seed % 4 == 0)
		f->surface.caption1 = "a caption that goes on and on and on and on and on and on and on and on and on and on "
				      "and on and on and on and on and on and on and on and on and on and on and on and on";
	f->surface.family = (enum picture_family)(seed % 4);
	return f;
}
