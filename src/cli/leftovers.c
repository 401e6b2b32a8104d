#include "cli/leftovers.h"

#include "api/target_work.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The number of the directory's inode tells it from one that has its name later. */
void leftovers_mark(const char *run_dir, struct strbuf *mark)
{
	char *path = realpath(run_dir, NULL);
	struct stat st = { 0 };

	if (path && !stat(path, &st))
		strbuf_addf(mark, "%llu %llu %s\n", (unsigned long long)st.st_dev, (unsigned long long)st.st_ino, path);
	free(path);
}

struct search {
	const char *target, *mark;
	struct strbuf *remarks;
};

static void remove_own(void *context, const char *name, const char *mark)
{
	const struct search *s = context;
	int ret;

	if (!*s->mark || strcmp(mark, s->mark))
		return;
	ret = target_work_remove(s->target, name, s->mark);
	if (ret && ret != -ENOENT)
		strbuf_addf(s->remarks, "%s/%s, which this run has left, could not be removed: %s\n", s->target, name,
			    strerror(-ret));
}

void leftovers_remove(const char *target, const char *mark, struct strbuf *remarks)
{
	struct search search = { target, mark, remarks };

	target_work_each(target, remove_own, &search);
}

/* The place that the mark names, behind two numbers. */
static void add_owner(const char *mark, struct strbuf *remarks)
{
	const char *path = strchr(mark, '/');

	if (path && path[strcspn(path, "\n")] == '\n')
		strbuf_addf(remarks, " ('iosweep resume %.*s' goes on with it)", (int)strcspn(path, "\n"), path);
}

static void remark(void *context, const char *name, const char *mark)
{
	const struct search *s = context;

	strbuf_addf(s->remarks, "%s/%s was left by a run that was killed", s->target, name);
	add_owner(mark, s->remarks);
	strbuf_addstr(s->remarks, "; it takes space until it is removed\n");
}

void leftovers_remark(const char *target, struct strbuf *remarks)
{
	struct search search = { target, "", remarks };

	target_work_each(target, remark, &search);
}
