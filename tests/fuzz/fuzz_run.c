/*
 * A run's directory. The input is run.json up to its first line "--", then the journal. The checksum of a line is put
 * behind it here, since no fuzzer finds one; a line that begins with "!" goes without.
 */
#include "fuzz/fuzz.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "store/journal.h"
#include "store/journal_format.h"
#include "store/resultset.h"

#include <assert.h>
#include <sys/stat.h>
#include <zlib.h>

#define PARTING "\n--\n"

static void add_line(struct strbuf *journal, const char *line, size_t len)
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

static void write_journal(const char *path, const char *lines, const char *end)
{
	struct strbuf journal;

	strbuf_init(&journal);
	while (lines < end) {
		const char *next = memchr(lines, '\n', (size_t)(end - lines));
		size_t len = (size_t)((next ? next : end) - lines);

		if (len)
			add_line(&journal, lines, len);
		lines += len + 1;
	}
	fuzz_write(path, journal.buf, journal.len);
	strbuf_release(&journal);
}

static void load(const char *dir)
{
	struct journal_contents contents;
	struct err err = ERR_INIT;
	struct resultset *rs;

	if (!journal_load(dir, JOURNAL_LATENCY, &contents, &err))
		journal_contents_release(&contents);
	err = (struct err)ERR_INIT;
	if (resultset_load(dir, &rs, &err)) {
		assert(err.text[0]);
		return;
	}
	for (size_t i = 0; i < rs->samples_n; i++)
		resultset_cell_of(rs, &rs->samples[i]);
	resultset_free(rs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *parting = memmem(text, size, PARTING, strlen(PARTING));
	char dir[64], path[96];

	mkdir(fuzz_dir(dir, sizeof(dir)), 0700);
	snprintf(path, sizeof(path), "%s/run.json", dir);
	fuzz_write(path, text, parting ? (size_t)(parting - text) : size);
	snprintf(path, sizeof(path), "%s/" JOURNAL_FILE, dir);
	write_journal(path, parting ? parting + strlen(PARTING) : text + size, text + size);
	load(dir);
	free(text);
	return 0;
}
