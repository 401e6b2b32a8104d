#include "base/fd_write.h"

#include <errno.h>
#include <unistd.h>

int fd_write_all(int fd, const void *data, size_t len)
{
	const char *from = data;

	while (len) {
		ssize_t done = write(fd, from, len);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return done ? -errno : -EIO;
		from += done;
		len -= (size_t)done;
	}
	return 0;
}
