/*
 * faultfs: a file system that shows a directory, and goes wrong where it is told to.
 *
 *	faultfs BACKING MOUNTPOINT [FAULT...]
 *
 * A FAULT is OPERATION[@OFFSET[+]][#N]=ACTION. OPERATION is one of read, write, fsync, open, create, unlink. With @OFFSET
 * it concerns only I/O that covers this byte of a file, so that files that end before are healthy, and with @OFFSET+ all
 * I/O from there on; with #N only the N-th such operation. ACTION is EIO, ENOSPC, EDQUOT or EROFS; stuck:SECONDS, or
 * late:MILLISECONDS, after which the operation is done; or short, which moves half of the bytes. It runs in the background
 * until it is unmounted.
 */
#define FUSE_USE_VERSION 31

#include <fuse.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define FAULTS_MAX 8

enum operation { OP_READ, OP_WRITE, OP_FSYNC, OP_OPEN, OP_CREATE, OP_UNLINK, OPS_N };

static const char *const operation_names[OPS_N] = { "read", "write", "fsync", "open", "create", "unlink" };

struct fault {
	enum operation op;
	long long offset; /* -1: anywhere */
	bool and_behind; /* that offset */
	unsigned long number; /* 0: each */
	atomic_ulong seen;
	int error;
	unsigned stuck_s, late_ms;
	bool is_short;
};

struct state {
	int dir; /* the backing directory */
	struct fault faults[FAULTS_MAX];
	size_t faults_n;
};

static struct state *state_of(void)
{
	return fuse_get_context()->private_data;
}

static bool is_at(const struct fault *f, long long offset, size_t size)
{
	if (f->offset < 0)
		return true;
	return offset + (long long)size > f->offset && (f->and_behind || offset <= f->offset);
}

/* Does what is to go wrong here. 0, or -errno; *size may become smaller. */
static int go_wrong(enum operation op, long long offset, size_t *size)
{
	struct state *s = state_of();

	for (size_t i = 0; i < s->faults_n; i++) {
		struct fault *f = &s->faults[i];

		if (f->op != op || !is_at(f, offset, *size))
			continue;
		if (f->number && atomic_fetch_add(&f->seen, 1) + 1 != f->number)
			continue;
		if (f->error)
			return -f->error;
		if (f->stuck_s)
			sleep(f->stuck_s);
		if (f->late_ms)
			usleep(f->late_ms * 1000);
		if (f->is_short && *size > 1)
			*size /= 2;
	}
	return 0;
}

/* Paths begin with a slash, and are looked up below the backing directory. */
static const char *below(const char *path)
{
	return path[1] ? path + 1 : ".";
}

static int result(long long ret)
{
	return ret < 0 ? -errno : (int)ret;
}

static int fs_getattr(const char *path, struct stat *st, struct fuse_file_info *info)
{
	(void)info;
	return result(fstatat(state_of()->dir, below(path), st, AT_SYMLINK_NOFOLLOW));
}

static int fs_mkdir(const char *path, mode_t mode)
{
	return result(mkdirat(state_of()->dir, below(path), mode));
}

static int fs_rmdir(const char *path)
{
	return result(unlinkat(state_of()->dir, below(path), AT_REMOVEDIR));
}

static int fs_unlink(const char *path)
{
	size_t size = 1;
	int ret = go_wrong(OP_UNLINK, 0, &size);

	return ret ? ret : result(unlinkat(state_of()->dir, below(path), 0));
}

static int open_file(enum operation op, const char *path, int flags, mode_t mode, struct fuse_file_info *info)
{
	size_t size = 1;
	int ret = go_wrong(op, 0, &size), fd;

	if (ret)
		return ret;
	fd = openat(state_of()->dir, below(path), (flags & ~(O_DIRECT | O_NOATIME)) | O_CLOEXEC, mode);
	if (fd < 0)
		return -errno;
	info->fh = (uint64_t)fd;
	return 0;
}

static int fs_open(const char *path, struct fuse_file_info *info)
{
	return open_file(OP_OPEN, path, info->flags, 0, info);
}

static int fs_create(const char *path, mode_t mode, struct fuse_file_info *info)
{
	return open_file(OP_CREATE, path, info->flags | O_CREAT, mode, info);
}

static int fs_release(const char *path, struct fuse_file_info *info)
{
	(void)path;
	return result(close((int)info->fh));
}

static int fs_read(const char *path, char *memory, size_t size, off_t offset, struct fuse_file_info *info)
{
	int ret = go_wrong(OP_READ, offset, &size);

	(void)path;
	return ret ? ret : result(pread((int)info->fh, memory, size, offset));
}

static int fs_write(const char *path, const char *memory, size_t size, off_t offset, struct fuse_file_info *info)
{
	int ret = go_wrong(OP_WRITE, offset, &size);

	(void)path;
	return ret ? ret : result(pwrite((int)info->fh, memory, size, offset));
}

static int fs_fsync(const char *path, int data_only, struct fuse_file_info *info)
{
	size_t size = 1;
	int ret = go_wrong(OP_FSYNC, 0, &size);

	(void)path;
	(void)data_only;
	return ret ? ret : result(fsync((int)info->fh));
}

static int fs_truncate(const char *path, off_t size, struct fuse_file_info *info)
{
	int fd = info ? (int)info->fh : openat(state_of()->dir, below(path), O_WRONLY | O_CLOEXEC), ret;

	if (fd < 0)
		return -errno;
	ret = result(ftruncate(fd, size));
	if (!info)
		close(fd);
	return ret;
}

static int fs_statfs(const char *path, struct statvfs *v)
{
	(void)path;
	return result(fstatvfs(state_of()->dir, v));
}

static const struct fuse_operations operations = {
	.getattr = fs_getattr,
	.mkdir = fs_mkdir,
	.rmdir = fs_rmdir,
	.unlink = fs_unlink,
	.open = fs_open,
	.create = fs_create,
	.release = fs_release,
	.read = fs_read,
	.write = fs_write,
	.fsync = fs_fsync,
	.truncate = fs_truncate,
	.statfs = fs_statfs,
};

static bool parse_action(const char *text, struct fault *f)
{
	static const struct {
		const char *name;
		int error;
	} errors[] = { { "EIO", EIO }, { "ENOSPC", ENOSPC }, { "EDQUOT", EDQUOT }, { "EROFS", EROFS } };

	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++) {
		if (!strcmp(text, errors[i].name))
			f->error = errors[i].error;
	}
	if (!strncmp(text, "stuck:", 6))
		f->stuck_s = (unsigned)strtoul(text + 6, NULL, 10);
	if (!strncmp(text, "late:", 5))
		f->late_ms = (unsigned)strtoul(text + 5, NULL, 10);
	f->is_short = !strcmp(text, "short");
	return f->error || f->stuck_s || f->late_ms || f->is_short;
}

static bool parse_fault(const char *text, struct fault *f)
{
	size_t len = strcspn(text, "@#=");
	char *at = NULL;

	f->offset = -1;
	for (f->op = 0; f->op < OPS_N; f->op++) {
		if (strlen(operation_names[f->op]) == len && !strncmp(text, operation_names[f->op], len))
			break;
	}
	text += len;
	if (*text == '@') {
		f->offset = strtoll(text + 1, &at, 10);
		f->and_behind = *at == '+';
		text = at + f->and_behind;
	}
	if (*text == '#') {
		f->number = strtoul(text + 1, &at, 10);
		text = at;
	}
	return f->op < OPS_N && *text == '=' && parse_action(text + 1, f);
}

int main(int argc, char **argv)
{
	static struct state s;
	char *fuse_argv[] = { argv[0], NULL, NULL };

	if (argc < 3 || argc - 3 > FAULTS_MAX) {
		fprintf(stderr, "usage: faultfs BACKING MOUNTPOINT [OPERATION[@OFFSET][#N]=ACTION...]\n");
		return 2;
	}
	for (int i = 3; i < argc; i++) {
		if (!parse_fault(argv[i], &s.faults[s.faults_n++])) {
			fprintf(stderr, "faultfs: '%s' is no fault\n", argv[i]);
			return 2;
		}
	}
	s.dir = open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s.dir < 0) {
		perror(argv[1]);
		return 1;
	}
	fuse_argv[1] = argv[2];
	return fuse_main(2, fuse_argv, &operations, &s);
}
