/*
 * rundir: a run's directory of an input, which is run.json up to its first line "--", then the journal. The checksum of
 * a line is put behind it here, since no fuzzer finds one; a line that begins with "!" goes without.
 */
#ifndef IOSWEEP_TESTS_FUZZ_RUNDIR_H
#define IOSWEEP_TESTS_FUZZ_RUNDIR_H

#include "fuzz/fuzz.h"

#include "base/strbuf.h"
#include "store/journal.h"
#include "store/journal_format.h"

#include <sys/stat.h>
#include <zlib.h>

#define FUZZ_PARTING "\n--\n"

static inline void fuzz_add_line(struct strbuf *journal, const char *line, size_t len)
{
	if (*line == '!') {
		strbuf_add(journal, line + 1, len - 1);
	} else {
		strbuf_add(journal, line, len);
		strbuf_addf(journal, JOURNAL_CRC_START "%08lx" JOURNAL_CRC_END,
			    crc32(0, (const Bytef *)line, (uInt)len));
	}
	strbuf_addch(journal, '\n');
}

static inline void fuzz_write_journal(const char *path, const char *lines, const char *end)
{
	struct strbuf journal;

	strbuf_init(&journal);
	while (lines < end) {
		const char *next = memchr(lines, '\n', (size_t)(end - lines));
		size_t len = (size_t)((next ? next : end) - lines);

		if (len)
			fuzz_add_line(&journal, lines, len);
		lines += len + 1;
	}
	fuzz_write(path, journal.buf, journal.len);
	strbuf_release(&journal);
}

/* Writes it where fuzz_dir() says. */
static inline void fuzz_write_run(const uint8_t *data, size_t size, const char *dir)
{
	char *text = fuzz_text(data, size), *parting = memmem(text, size, FUZZ_PARTING, strlen(FUZZ_PARTING));
	char path[96];

	mkdir(dir, 0700);
	snprintf(path, sizeof(path), "%s/run.json", dir);
	fuzz_write(path, text, parting ? (size_t)(parting - text) : size);
	snprintf(path, sizeof(path), "%s/" JOURNAL_FILE, dir);
	fuzz_write_journal(path, parting ? parting + strlen(FUZZ_PARTING) : text + size, text + size);
	free(text);
}

#endif
