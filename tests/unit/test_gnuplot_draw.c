#include "report/draw.h"

#include "base/err.h"
#include "base/strbuf.h"
#include "unit/gnuplot_fixture.h"

#include <check.h>
#include <png.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A run with two pictures, device/read and cached/read, and scripts that stand in for gnuplot. */
struct run {
	struct picture_jobs jobs;
	size_t drawn;
	struct err err;
};

static const struct picture_options look = { PICTURES_SURFACE, PICTURE_SCALE_AUTO, false, 56, 54, 1600, 1000, PICTURE_PNG };

static char dir[] = "draw 'x\" $y.XXXXXX";

static void write_file(const char *path, const char *text, mode_t mode)
{
	FILE *out = fopen(path, "w");

	ck_assert_ptr_nonnull(out);
	fputs(text, out);
	ck_assert_int_eq(fclose(out), 0);
	ck_assert_int_eq(chmod(path, mode), 0);
}

static void write_picture(const char *path, uint32_t width)
{
	png_image image = { .version = PNG_IMAGE_VERSION, .width = width, .height = PICTURE_HEIGHT_PX,
			    .format = PNG_FORMAT_GRAY };
	uint8_t *pixels = calloc(width, PICTURE_HEIGHT_PX);

	ck_assert_ptr_nonnull(pixels);
	pixels[9] = 200;
	ck_assert(png_image_write_to_file(&image, path, 0, pixels, 0, NULL));
	free(pixels);
}

static void run_init(struct run *run)
{
	struct surface_fixture *f = fixture_flat(3, 3);

	*run = (struct run){ .jobs = PICTURE_JOBS_INIT, .err = ERR_INIT };
	ck_assert_ptr_nonnull(mkdtemp(dir));
	ck_assert_int_eq(chdir(dir), 0);
	ck_assert_int_eq(mkdir("run", 0777), 0);
	write_picture("good.png", PICTURE_WIDTH_PX);
	write_picture("narrow.png", 100);
	ck_assert_int_eq(picture_write(&(struct picture_output){ "run", &look, &run->jobs }, &f->surface, &run->err), 0);
	f->surface.mode = "cached";
	ck_assert_int_eq(picture_write(&(struct picture_output){ "run", &look, &run->jobs }, &f->surface, &run->err), 0);
	free(f);
}

/* In the place of OUT='...' a script finds its argument $3; it works in run/gnuplot/MODE. */
static int draw_with(struct run *run, const char *body)
{
	struct draw d = { .run_dir = "run", .options = &look, .jobs = &run->jobs, .timeout_s = 1 };
	char *here = get_current_dir_name();
	struct strbuf script, path;
	int ret;

	ck_assert_ptr_nonnull(here);
	strbuf_init(&script);
	strbuf_init(&path);
	strbuf_addf(&script, "#!/bin/sh\ncase $3 in print*) echo 'iosweep-probe 5.4 png pngcairo ' >&2; exit;; esac\nout=$(echo \"$3\" | sed \"s/^OUT='//; s/'$//\")\n%s\n", body);
	write_file("gnuplot", script.buf, 0755);
	strbuf_addf(&path, "%s/gnuplot", here);
	d.gnuplot = path.buf;
	ret = draw_all(&d, &run->drawn, &run->err);
	strbuf_release(&script);
	strbuf_release(&path);
	free(here);
	return ret;
}

static bool exists(const char *path)
{
	return access(path, F_OK) == 0;
}

/* Nothing but finished pictures is left. */
static void check_left(bool device, bool cached)
{
	ck_assert_int_eq(exists("run/png/device/read.png"), device);
	ck_assert_int_eq(exists("run/png/cached/read.png"), cached);
	ck_assert(!exists("run/png/device/.read.drawn") && !exists("run/png/device/.read.tagged"));
	ck_assert(!exists("run/png/cached/.read.drawn") && !exists("run/png/cached/.read.tagged"));
}

START_TEST(finishes_what_was_drawn)
{
	struct run run;

	run_init(&run);
	ck_assert_msg(draw_with(&run, "cp ../../../good.png \"$out\"") == 0, "%s", run.err.text);
	ck_assert_uint_eq(run.drawn, 2);
	check_left(true, true);
	picture_jobs_release(&run.jobs);
}
END_TEST

/* gnuplot gets these arguments and variables whatever the surroundings are. */
START_TEST(shields_gnuplot_from_the_surroundings)
{
	struct run run;

	setenv("GNUTERM", "x11", 1);
	setenv("LC_NUMERIC", "de_DE.UTF-8", 1);
	setenv("LANG", "de_DE.UTF-8", 1);
	setenv("GNUPLOT_LIB", "/nowhere", 1);
	run_init(&run);
	ck_assert_int_eq(draw_with(&run, "[ \"$*\" = \"-d -e OUT='../../png/$(basename \"$PWD\")/.read.drawn' read.gp\" ] &&"
				   "[ \"$LC_ALL\" = C.UTF-8 ] && [ -z \"$GNUTERM$LC_NUMERIC$LANG$GNUPLOT_LIB\" ] &&"
				   "[ -z \"$(cat)\" ] && [ -f read.gp ] && cp ../../../good.png \"$out\""), 0);
	ck_assert_uint_eq(run.drawn, 2);
	picture_jobs_release(&run.jobs);
}
END_TEST

START_TEST(names_the_picture_and_the_reason)
{
	static const struct {
		const char *body, *text;
	} rows[] = {
		{ "exit 0", "picture device/read: the picture is not a PNG: No such file or directory (and 1 more)" },
		{ "echo >&2; echo '  boo' >&2; exit 3",
		  "picture device/read: gnuplot: exit status 3: boo (and 1 more)" },
		{ "printf '\\nplot x\\n     ^\\n\"read.gp\" line 5: no such thing\\n' >&2; exit 1",
		  "picture device/read: gnuplot: exit status 1: \"read.gp\" line 5: no such thing (and 1 more)" },
		{ "kill -9 $$", "picture device/read: gnuplot: ended by signal 9 (and 1 more)" },
		{ "exec sleep 60", "picture device/read: gnuplot: stopped after 1 s (and 1 more)" },
		{ "exec 2>&-; exec sleep 60", "picture device/read: gnuplot: stopped after 1 s (and 1 more)" },
		{ ": >\"$out\"", "picture device/read: the picture is not a PNG: " },
		{ "head -c 900 ../../../good.png >\"$out\"", "picture device/read: the picture is not whole: " },
		{ "cp ../../../narrow.png \"$out\"",
		  "picture device/read: the picture has 100x1000 pixels instead of 1600x1000 (and 1 more)" },
		{ "case $PWD in *cached) exit 2;; esac; cp ../../../good.png \"$out\"",
		  "picture cached/read: gnuplot: exit status 2" },
	};
	struct run run;

	run_init(&run);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool half = i + 1 == sizeof(rows) / sizeof(rows[0]);

		ck_assert_int_eq(draw_with(&run, "cp ../../../good.png \"$out\""), 0);
		ck_assert_int_eq(draw_with(&run, rows[i].body), -1);
		ck_assert_int_eq(run.err.kind, ERR_CELLS);
		ck_assert_msg(!strncmp(run.err.text, rows[i].text, strlen(rows[i].text)), "%s", run.err.text);
		ck_assert_uint_eq(run.drawn, half ? 1 : 0);
		check_left(half, false);
	}
	picture_jobs_release(&run.jobs);
}
END_TEST

START_TEST(says_how_to_get_gnuplot)
{
	struct draw d = { .run_dir = "run", .options = &look };
	struct run run;

	run_init(&run);
	d.jobs = &run.jobs;
	setenv("PATH", "/nowhere", 1);
	ck_assert_int_eq(draw_all(&d, &run.drawn, &run.err), -1);
	ck_assert_str_eq(run.err.text,
			 "gnuplot: not found; install gnuplot (Debian: gnuplot-nox); 2 pictures need it");
	check_left(false, false);
	picture_jobs_release(&run.jobs);
}
END_TEST

/* What stands in the place of gnuplot, and what is said of it. */
START_TEST(does_without_gnuplot_where_it_can)
{
	static const struct {
		const char *script, *text;
	} rows[] = {
		{ "exit 3", "gnuplot: exit status 3; " },
		{ "kill -SEGV $$", "gnuplot: ended by signal 11; " },
		{ "echo 'iosweep-probe 4.6 png pngcairo ' >&2", "gnuplot: version 4.6 is too old; 5.2 or newer is needed; " },
		{ "echo 'iosweep-probe 5.4 dumb ' >&2", "gnuplot: has no terminal pngcairo for format png; " },
		{ ":", "gnuplot: does not tell its version; 5.2 or newer is needed; " },
	};
	const struct picture_options all = PICTURE_OPTIONS_INIT;
	struct surface_fixture *f = fixture_flat(3, 3);
	struct run run;

	run_init(&run);
	picture_jobs_release(&run.jobs);
	ck_assert_int_eq(picture_write(&(struct picture_output){ "run", &all, &run.jobs }, &f->surface, &run.err), 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *here = get_current_dir_name();
		struct strbuf script, path;
		struct draw d = { .run_dir = "run", .options = &all, .jobs = &run.jobs };

		ck_assert_ptr_nonnull(here);
		strbuf_init(&script);
		strbuf_init(&path);
		strbuf_addf(&script, "#!/bin/sh\n%s\n", rows[i].script);
		strbuf_addf(&path, "%s/gnuplot", here);
		write_file("gnuplot", script.buf, 0755);
		d.gnuplot = path.buf;
		ck_assert_int_eq(draw_all(&d, &run.drawn, &run.err), -1);
		ck_assert_msg(!strncmp(run.err.text, rows[i].text, strlen(rows[i].text)), "%s", run.err.text);
		ck_assert_ptr_nonnull(strstr(run.err.text, "; 1 picture needs it, the other 3 were drawn without"));
		ck_assert_uint_eq(run.drawn, 3);
		check_left(false, false);
		ck_assert(exists("run/png/device/read-heat.png") && exists("run/png/device/read-over-file.png"));
		strbuf_release(&script);
		strbuf_release(&path);
		free(here);
	}
	picture_jobs_release(&run.jobs);
	free(f);
}
END_TEST

START_TEST(says_what_it_cannot_make)
{
	struct draw d = { .run_dir = "missing", .options = &look };
	struct run run;

	run_init(&run);
	d.jobs = &run.jobs;
	ck_assert_int_eq(draw_all(&d, &run.drawn, &run.err), -1);
	ck_assert_str_eq(run.err.text, "missing/png: No such file or directory");
	picture_jobs_release(&run.jobs);
}
END_TEST

Suite *suite_gnuplot_draw(void)
{
	Suite *suite = suite_create("gnuplot_draw");
	TCase *tcase = tcase_create("gnuplot_draw");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, finishes_what_was_drawn);
	tcase_add_test(tcase, shields_gnuplot_from_the_surroundings);
	tcase_add_test(tcase, names_the_picture_and_the_reason);
	tcase_add_test(tcase, says_how_to_get_gnuplot);
	tcase_add_test(tcase, does_without_gnuplot_where_it_can);
	tcase_add_test(tcase, says_what_it_cannot_make);
	suite_add_tcase(suite, tcase);
	return suite;
}
