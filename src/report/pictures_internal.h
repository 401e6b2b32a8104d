/* pictures_internal: what the files that write a run's pictures share. Private to pictures*.c. */
#ifndef IOSWEEP_REPORT_PICTURES_INTERNAL_H
#define IOSWEEP_REPORT_PICTURES_INTERNAL_H

#include "base/strbuf.h"
#include "report/gnuplot_scale.h"
#include "report/pictures.h"

#define PICTURE_REFS_MAX 8
#define PICTURE_NAME_LEN 256

/* What all pictures of a mode share; owns what the surfaces borrow. */
struct picture_page {
	const struct resultset *rs;
	const struct run_cliffs *all_cliffs;
	const struct mode_cliffs *cliffs;
	enum mode mode;
	struct strbuf caption1;
	struct strbuf *captions; /* the second lines of the surfaces */
	struct picture_ref refs[PICTURE_REFS_MAX];
	struct strbuf labels[PICTURE_REFS_MAX];
	size_t refs_n, write_refs_n; /* write_refs_n: of these, the last ones, which only concern writes */
	struct value_range common; /* of all surfaces */
	struct picture_surface *surfaces;
	char (*names)[PICTURE_NAME_LEN];
	const struct surface **sources; /* of surfaces */
	size_t surfaces_n;
};

/* With all surfaces of the mode. 0 or -ENOMEM; release it in both cases. */
int picture_page_init(struct picture_page *page, const struct resultset *rs, const struct run_cliffs *cliffs,
		      enum mode mode);
void picture_page_release(struct picture_page *page);

/* Where the hardware says that something may happen: caches, memory, chunk, stripe, as far as they are on an axis. */
void picture_page_add_refs(struct picture_page *page);

/* One picture of all surfaces that have lead's place on the axes that are not drawn. 0, or -1 with err. */
int picture_page_write_overview(const struct picture_page *page, const struct surface *lead,
				const struct picture_output *out, struct err *err);

/*
 * Both are the caller's; NULL: no memory. The cliffs are those of the test but the rejected, the sure ones before the
 * possible, clearest first as the list has them; *n: how many.
 */
struct picture_cell *picture_copy_cells(const struct resultset *rs, const struct surface *s);
struct picture_cliff *picture_copy_cliffs(const struct picture_page *page, const struct surface *s, size_t *n);

/* What a file is named by for a surface: what is not throughput has its metric behind it. */
void picture_file_name(const struct metric *metric, const char *surface, char name[PICTURE_NAME_LEN]);

/* A line for a caption: how far the numbers of these surfaces can be trusted. */
void picture_add_summary(const struct picture_page *page, const struct surface *const *list, size_t n,
			 struct strbuf *caption);

#endif
