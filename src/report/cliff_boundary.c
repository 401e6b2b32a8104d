#include "report/cliff_boundary.h"

#include <math.h>

size_t boundary_index(const struct cliff_boundary *b, size_t i)
{
	return b->mode->merge.member[b->group->first + i];
}

const struct cliff *boundary_member(const struct cliff_boundary *b, size_t i)
{
	return &b->mode->list.v[boundary_index(b, i)];
}

static enum cliff_status member_status(const struct cliff_boundary *b, size_t i)
{
	return b->mode->status[boundary_index(b, i)];
}

bool boundary_shows(const struct cliff_boundary *b, size_t i)
{
	return (member_status(b, i) == CLIFF_REJECTED) == b->rejected;
}

size_t boundary_count(const struct cliff_boundary *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->group->count; i++)
		n += boundary_shows(b, i);
	return n;
}

size_t boundary_clearest(const struct cliff_boundary *b)
{
	size_t i = 0;

	while (!boundary_shows(b, i))
		i++;
	return i;
}

static const struct cause *cause_of(const struct cliff_boundary *b, size_t i)
{
	return &b->mode->causes[boundary_index(b, i)];
}

static bool same_cause(const struct cause *a, const struct cause *b)
{
	return a->how != CAUSE_NONE && b->how != CAUSE_NONE && a->fact == b->fact && a->multiple == b->multiple;
}

bool boundary_has_cause(const struct cliff_boundary *b, size_t i, const void *cause)
{
	return same_cause(cause_of(b, i), cause);
}

bool boundary_is_confirmed(const struct cliff_boundary *b, size_t i, const void *unused)
{
	(void)unused;
	return member_status(b, i) == CLIFF_CONFIRMED;
}

bool boundary_any(const struct cliff_boundary *b, size_t i, const void *unused)
{
	(void)b;
	(void)i;
	(void)unused;
	return true;
}

size_t boundary_count_tests(const struct cliff_boundary *b, boundary_choice *choose, const void *by)
{
	size_t n = 0;

	for (size_t i = 0; i < b->group->count; i++)
		n += boundary_shows(b, i) && choose(b, i, by);
	return n;
}

static bool fits_better(const struct cause *a, const struct cause *b)
{
	return a->how != b->how ? a->how > b->how : a->score * (1 - a->chance) > b->score * (1 - b->chance);
}

const struct cause *boundary_cause(const struct cliff_boundary *b)
{
	const struct cause *best = NULL;
	size_t most = 0;

	for (size_t i = 0; i < b->group->count; i++) {
		const struct cause *cause = cause_of(b, i);
		size_t n = boundary_shows(b, i) ? boundary_count_tests(b, boundary_has_cause, cause) : 0;

		if (n > most || (n && n == most && fits_better(cause, best))) {
			best = cause;
			most = n;
		}
	}
	return best;
}

double boundary_ratio(const struct cliff_boundary *b)
{
	return boundary_count(b) == b->group->count ? b->group->ratio : boundary_member(b, boundary_clearest(b))->ratio;
}

double boundary_confidence(const struct cliff_boundary *b)
{
	double most = 0;

	for (size_t i = 0; i < b->group->count; i++) {
		if (boundary_shows(b, i))
			most = fmax(most, b->mode->confidence[boundary_index(b, i)]);
	}
	return most;
}
