#include "report/placement.h"

#include "base/units.h"
#include "model/envfacts.h"
#include "model/raid_geometry.h"
#include "report/paragraph.h"

#include <string.h>

static bool has_parity(const char *level)
{
	return !level || !strcmp(level, "raid4") || !strcmp(level, "raid5") || !strcmp(level, "raid6");
}

static void take_geometry(struct placement *p, uint64_t chunk, uint64_t data)
{
	p->chunk_bytes = chunk;
	p->data_disks = data;
	p->stripe_bytes = chunk * data;
}

/* False: there is no array, or not known where on it the file system begins, which *start is. */
static bool find_array(const json_t *env, const struct raid_geometry *raid, struct placement *p, uint64_t *start)
{
	struct envfacts_stripe stripe;

	if (raid) {
		take_geometry(p, raid->chunk_bytes, raid->data_disks);
		p->parity = true;
		return envfacts_start(env, NULL, start);
	}
	if (!envfacts_stripe(env, &stripe) || !envfacts_start(env, stripe.device, start))
		return false;
	take_geometry(p, stripe.chunk_bytes, stripe.data_disks);
	p->device = stripe.device;
	p->parity = has_parity(stripe.level);
	return true;
}

static void count(struct placement *p, uint64_t place)
{
	uint64_t inside = place % p->stripe_bytes;

	p->samples++;
	if (!inside)
		return;
	p->least_bytes = !p->inside || inside < p->least_bytes ? inside : p->least_bytes;
	p->most_bytes = inside > p->most_bytes ? inside : p->most_bytes;
	p->inside++;
}

void placement_find(const struct resultset *rs, const struct raid_geometry *raid, struct placement *p)
{
	uint64_t start, width;

	*p = (struct placement){ 0 };
	if (!find_array(rs->environment, raid, p, &start) || p->data_disks < 2)
		return;
	p->told = envfacts_u64(rs->environment, "file_system.stripe_width_bytes", &width) && width == p->stripe_bytes;
	for (size_t i = 0; i < rs->samples_n; i++) {
		const struct sample *s = &rs->samples[i];

		if (!strcmp(s->mode, mode_name(MODE_DEVICE)) && s->physical_start_bytes != SAMPLE_ABSENT)
			count(p, start + s->physical_start_bytes);
	}
}

static const char *size(uint64_t bytes, char text[UNITS_TEXT_LEN])
{
	return units_format_size(bytes, text);
}

static void add_inside(const struct placement *p, struct strbuf *line)
{
	char least[UNITS_TEXT_LEN], most[UNITS_TEXT_LEN];

	strbuf_addf(line, ", %s", size(p->least_bytes, least));
	if (p->most_bytes != p->least_bytes)
		strbuf_addf(line, " to %s", size(p->most_bytes, most));
	strbuf_addstr(line, " behind its start");
	if (p->inside < p->samples)
		strbuf_addf(line, ", in %zu of %zu samples", p->inside, p->samples);
	if (!p->parity)
		return;
	strbuf_addf(line, "; %s a record as large as a stripe is written as parts of two, so that what whole stripes "
			  "gain does not show there",
		    p->inside < p->samples ? "in these" : "so");
}

/* A file system that knows the stripe and begins a file elsewhere has its reasons. */
static void add_advice(const struct placement *p, struct strbuf *line)
{
	char chunk[UNITS_TEXT_LEN];

	if (p->parity && !p->told)
		strbuf_addf(line, "; mkfs was not told of the stripe (mkfs.ext4 -E stride=,stripe_width= in blocks, mkfs.xfs "
				  "-d su=%s,sw=%llu)",
			    size(p->chunk_bytes, chunk), (unsigned long long)p->data_disks);
}

void placement_text(const struct placement *p, struct strbuf *out)
{
	struct strbuf line;
	char stripe[UNITS_TEXT_LEN];

	if (!p->samples)
		return;
	strbuf_init(&line);
	strbuf_addf(&line, "files begin %s a stripe of %s (%s)", p->inside ? "inside" : "with",
		    p->device ? p->device : "the array", size(p->stripe_bytes, stripe));
	if (p->inside) {
		add_inside(p, &line);
		add_advice(p, &line);
	}
	paragraph_add(out, line.buf);
	out->failed |= strbuf_failed(&line);
	strbuf_release(&line);
}

static json_t *bytes_or_null(bool known, uint64_t bytes)
{
	return known ? json_integer((json_int_t)bytes) : json_null();
}

json_t *placement_json(const struct placement *p)
{
	if (!p->samples)
		return json_null();
	return json_pack("{s:s?, s:I, s:I, s:I, s:o, s:o}", "device", p->device, "stripe_bytes",
			 (json_int_t)p->stripe_bytes, "samples", (json_int_t)p->samples, "inside", (json_int_t)p->inside,
			 "from_bytes", bytes_or_null(p->inside, p->least_bytes), "to_bytes",
			 bytes_or_null(p->inside, p->most_bytes));
}
