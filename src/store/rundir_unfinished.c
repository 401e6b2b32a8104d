/*
 * A file of a run is written beside its name and then renamed, see rundir_write_file() and the drawing of pictures. A
 * process that is killed in between leaves NAME.PID.tmp, or NAME.tmp among the pictures.
 */
#include "store/rundir.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "run.json.123.tmp", and below the top also "read.png.tmp". */
static bool is_unfinished(const char *name, bool below_top)
{
	size_t len = strlen(name), end = len > 4 ? len - 4 : 0, digits = 0;

	if (!end || strcmp(name + end, ".tmp"))
		return false;
	while (digits < end && strspn(name + end - digits - 1, "0123456789") > digits)
		digits++;
	return below_top || (digits && digits < end && name[end - digits - 1] == '.');
}

void rundir_remove_unfinished(const char *run_dir)
{
	char *copy = strdup(run_dir), *const paths[] = { copy, NULL };
	FTS *tree = copy ? fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL) : NULL;
	FTSENT *entry;

	while (tree && (entry = fts_read(tree))) {
		if (entry->fts_info == FTS_F && is_unfinished(entry->fts_name, entry->fts_level > 1))
			unlink(entry->fts_accpath);
	}
	if (tree)
		fts_close(tree);
	free(copy);
}
