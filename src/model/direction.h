/* direction: which way the bytes of an operation go. */
#ifndef IOSWEEP_MODEL_DIRECTION_H
#define IOSWEEP_MODEL_DIRECTION_H

enum io_dir {
	IO_READ,
	IO_WRITE,
};

#define IO_DIRS_N 2

#endif
