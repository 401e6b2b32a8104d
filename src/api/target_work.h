/*
 * target_work: working directories that runs have left in a target.
 *
 * A run holds a lock (flock(2)) on its working directory as long as it or one of its workers lives. So one that is not
 * locked belongs to nobody any more: its run was killed. Whose it was is said by its mark, a small file in it.
 */
#ifndef IOSWEEP_API_TARGET_WORK_H
#define IOSWEEP_API_TARGET_WORK_H

#define TARGET_WORK_PREFIX "iosweep-work-"
#define TARGET_WORK_MARK "run"
#define TARGET_WORK_MARK_MAX 8192

/* Calls each for every working directory in dir that is nobody's; mark is "" where it has none. 0 or -errno. */
int target_work_each(const char *dir, void (*each)(void *context, const char *name, const char *mark), void *context);

/*
 * Removes one with the files in it. 0; -ENOENT: there is none of this name; -ESTALE: its mark is another one; -EBUSY:
 * somebody works in it; -ENOTEMPTY: something in it is not iosweep's; or another -errno.
 */
int target_work_remove(const char *dir, const char *name, const char *mark);

#endif
