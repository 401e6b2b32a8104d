#include "api/posix_file.h"

#include <errno.h>
#include <unistd.h>

int posix_file_flush(int fd)
{
	return fsync(fd) ? -errno : 0;
}

/* Linux releases the descriptor before close(2) can fail, so that EINTR must not be retried. */
int posix_file_close(int fd)
{
	return close(fd) ? -errno : 0;
}
