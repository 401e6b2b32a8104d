#include "sweep/refine.h"

#include "model/raid_geometry.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHUNKS_MOST 16U /* of wide arrays; their stripe has sizes of its own */
#define LEAST_UNKNOWN (UINT64_C(64) << 10)
#define MOST_UNKNOWN (UINT64_C(2) << 20)
#define ADDED_MOST (CHUNKS_MOST + 8)
#define STRIPES_LEAST 8 /* of a file that may lose up to one */
#define SECTOR 512U
#define PAGE 4096U
#define ROUGH (8 * PAGE) /* below it a page is too much to round to */

/* Within the range of the list, ascending, without repeats. It has room. */
static void add(struct size_list *list, uint64_t size)
{
	size_t at = list->n;

	size -= size % SECTOR;
	if (!list->n || size < list->v[0] || size > list->v[list->n - 1])
		return;
	while (list->v[at - 1] > size)
		at--;
	if (list->v[at - 1] == size)
		return;
	memmove(list->v + at + 1, list->v + at, (list->n - at) * sizeof(*list->v));
	list->v[at] = size;
	list->n++;
}

static void add_known(const struct raid_geometry *g, struct size_list *list)
{
	uint64_t data = g->data_disks, stripe = g->chunk_bytes * data;

	add(list, g->chunk_bytes);
	add(list, g->chunk_bytes * 5 / 4);
	for (uint64_t k = 2; k <= data + 1 && k <= CHUNKS_MOST; k++)
		add(list, k * g->chunk_bytes);
	if (data < 2)
		return;
	add(list, stripe * 3 / 4);
	add(list, stripe);
	add(list, stripe * 5 / 4);
	add(list, stripe * 2);
}

static void add_unknown(struct size_list *list)
{
	for (uint64_t size = LEAST_UNKNOWN; size <= MOST_UNKNOWN; size *= 2) {
		add(list, size * 5 / 4);
		add(list, size * 3 / 2);
	}
}

int refine_records(const struct raid_geometry *geometry, struct size_list *records)
{
	uint64_t *longer = reallocarray(records->v, records->n + ADDED_MOST, sizeof(*longer));

	if (!longer)
		return -ENOMEM;
	records->v = longer;
	if (geometry && geometry->chunk_bytes)
		add_known(geometry, records);
	else
		add_unknown(records);
	return 0;
}

uint64_t refine_files(const struct raid_geometry *geometry, struct size_list *files)
{
	uint64_t stripe = geometry->chunk_bytes * geometry->data_disks, first = 0;
	size_t n = 0;

	for (size_t i = 0; i < files->n; i++) {
		uint64_t size = files->v[i], over = stripe && size / stripe >= STRIPES_LEAST ? size % stripe : 0;

		first = over && !first ? size - over : first;
		if (!n || files->v[n - 1] < size - over)
			files->v[n++] = size - over;
	}
	files->n = n;
	return first;
}

bool refine_middle(uint64_t from, uint64_t to, uint64_t *middle)
{
	uint64_t unit = from % PAGE || to % PAGE || from < ROUGH ? SECTOR : PAGE;

	if ((double)to <= REFINE_ENOUGH * (double)from)
		return false;
	*middle = (uint64_t)(sqrt((double)from * (double)to) / unit + 0.5) * unit;
	return *middle > from && *middle < to;
}

bool refine_middle_count(uint64_t from, uint64_t to, uint64_t *middle)
{
	if ((double)to <= REFINE_ENOUGH * (double)from)
		return false;
	*middle = (uint64_t)(sqrt((double)from * (double)to) + 0.5);
	return *middle > from && *middle < to;
}
