/*
 * fuzz: what the fuzz targets share. Each target, fuzz_NAME.c, has LLVMFuzzerTestOneInput(), which libFuzzer calls
 * with one input after the other; its seeds are the files of corpus/NAME. `make fuzz` builds and runs them.
 */
#ifndef IOSWEEP_TESTS_FUZZ_H
#define IOSWEEP_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input as text of its own, so that reading behind its end is seen. free() it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	if (!text)
		abort();
	memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

/* Writes a file anew. */
static inline void fuzz_write(const char *path, const void *data, size_t size)
{
	FILE *file = fopen(path, "w");

	if (!file || fwrite(data, 1, size, file) != size || fclose(file))
		abort();
}

/* A directory of this process's own, where libFuzzer was started: the runner removes it. */
static inline const char *fuzz_dir(char *dir, size_t size)
{
	snprintf(dir, size, "fuzz-%ld", (long)getpid());
	return dir;
}

#endif
