/* posix_file: what the APIs over a plain file descriptor share. */
#ifndef IOSWEEP_API_POSIX_FILE_H
#define IOSWEEP_API_POSIX_FILE_H

/* What a flush is for a descriptor: data and the metadata needed to read it back. 0 or -errno. */
int posix_file_flush(int fd);
int posix_file_close(int fd); /* 0 or -errno; closed in either case */

#endif
