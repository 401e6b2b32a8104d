# iosweep's build, for GNU make 4.2 or newer. What `make help` prints:
#
# help: all              build/iosweep (the default)
# help: check            unit and shell tests; the last line sums them
# help: check-unit       T="NAME..." runs these suites alone
# help: check-shell      T="NAME..." runs these tests alone
# help: check-asan       check under the address and undefined behaviour sanitizers
# help: check-tsan       check under the thread sanitizer
# help: check-valgrind   the unit tests, and the program through each API, command and format, under valgrind
# help: check-all        all of the slower ones: lint, gcc and clang without warnings, sanitizers, valgrind
# help: check-cliffs     how well cliffs are found: the programs of tests/cliff; FULL=1 takes the whole number of surfaces
# help: check-raid       what is said of real md arrays, in qemu; RAIDLAB names the program that runs them, JOBS at a time
# help: check-guest      what is said of an array in trouble, of partitions and control groups, in a machine of its own (7 min)
# help: fuzz             FUZZ_SECONDS=10 T="NAME..." for each program of tests/fuzz; needs clang
# help: check-headers    each header compiles alone
# help: check-layers     no file includes a higher layer
# help: lint             T="TOOL..." of layers headers clang-tidy cppcheck shellcheck mandoc
# help: bench            the benchmarks of tests/bench
# help: install          DESTDIR and PREFIX (/usr/local) say where; uninstall takes it away again
# help: clean            removes the build directory
# help:
# help: Variables: BUILD=DIR (build), CC, CFLAGS, CPPFLAGS, LDFLAGS, PKG_CONFIG, V=1 (whole command lines), DEBUG=1,
# help: WERROR=1, STATIC=1, SANITIZE=address,undefined or thread (in a build directory of their own)

VERSION = 0.1.0

CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
PKG_CONFIG ?= pkg-config
AR ?= ar
INSTALL ?= install

WARNINGS = -Wall -Wextra -Wshadow -Wformat=2 -Wmissing-prototypes -Wstrict-prototypes -Wvla -Wpointer-arith \
	-Wcast-qual -Wwrite-strings -Wundef -Wold-style-definition -Wimplicit-fallthrough -Wnull-dereference

# A thread or a shell may have a small stack, and a device's stack of devices is walked level by level. Sanitizers and
# code that is not optimised take more.
frame_warning = $(if $(SANITIZE)$(DEBUG),,-Wframe-larger-than=20480)

sanitizer_dir = $(if $(findstring thread,$(SANITIZE)),tsan,$(if $(findstring address,$(SANITIZE)),asan,sanitized))
BUILD ?= build$(if $(SANITIZE),/$(sanitizer_dir))

all:

# ---- flags: the user's CFLAGS, CPPFLAGS and LDFLAGS come last and win ----

mode_cflags = $(if $(DEBUG),-O0 -g3) \
	$(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=all) \
	$(if $(WERROR),-Werror)
mode_ldflags = $(if $(SANITIZE),-fsanitize=$(SANITIZE)) $(if $(STATIC),-static)
dialect = -std=gnu17 -D_GNU_SOURCE -Isrc
toolchain = $(strip $(CC) $(VERSION) $(dialect) $(WARNINGS) $(CPPFLAGS) $(CFLAGS) $(mode_cflags) $(LDFLAGS) \
	$(mode_ldflags))

all_cflags = $(dialect) -DIOSWEEP_VERSION='"$(VERSION)"' $(WARNINGS) -pthread $(LIBRARY_CFLAGS) \
	$(CPPFLAGS) $(CFLAGS) $(mode_cflags)
all_ldflags = -pthread $(mode_ldflags) $(LDFLAGS)

# ---- what there is ----

sources := $(sort $(shell find src -name '*.c'))
library_sources := $(filter-out src/cli/main.c,$(sources))
templates := $(sort $(wildcard gnuplot/*.gp))
unit_sources := $(sort $(wildcard tests/unit/*.c))
unit_names := $(patsubst tests/unit/test_%.c,%,$(filter tests/unit/test_%.c,$(unit_sources)))
cliff_programs := $(patsubst tests/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/cliff/*.c)))
oom_programs := $(patsubst tests/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/oom/*.c)))
bench_programs := $(patsubst tests/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/bench/*.c)))
fuzz_programs := $(patsubst tests/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
man_pages := $(wildcard man/*.1)

library := $(BUILD)/libiosweep.a
# Before main.c exists there is a library to test and no program.
program := $(if $(filter src/cli/main.c,$(sources)),$(BUILD)/iosweep)
completion := $(if $(program),$(BUILD)/iosweep.bash-completion)
unit := $(BUILD)/tests/unit
library_objects := $(library_sources:src/%.c=$(BUILD)/obj/%.o) $(if $(templates),$(BUILD)/gen/templates.o)
unit_objects := $(unit_sources:%.c=$(BUILD)/obj/%.o) $(BUILD)/gen/suites.o
objects := $(library_objects) $(unit_objects) $(BUILD)/obj/cli/main.o \
	$(patsubst $(BUILD)/tests/%,$(BUILD)/obj/tests/%.o,$(cliff_programs) $(oom_programs) $(bench_programs) $(fuzz_programs))

# ---- what was there the last time: a file is rewritten, and so remakes what hangs from it, when it changes ----

passive_goals := clean help uninstall
ifneq ($(if $(MAKECMDGOALS),$(filter-out $(passive_goals),$(MAKECMDGOALS)),all),)
$(shell mkdir -p $(BUILD)/gen)
differs = $(subst x$1,,x$2)$(subst x$2,,x$1)
# make 4.3 keeps the newline of a file that it reads, or does not, by where its memory lies.
remember = $(if $(call differs,$(strip $(file <$(BUILD)/gen/$1)),$(strip $2)),$(file >$(BUILD)/gen/$1,$2))
$(call remember,toolchain,$(toolchain))
# Packages come and go: whoever builds, then installs what the tests need, is not to clean first.
$(call remember,packages,$(shell for module in jansson libpng zlib liburing mount check; do \
	$(PKG_CONFIG) --modversion $$module; done 2>/dev/null; $(CC) -E -include libaio.h -x c /dev/null >/dev/null 2>&1 && echo libaio))
$(call remember,library-list,$(library_objects))
$(call remember,unit-list,$(unit_objects))
include $(BUILD)/config.mk
-include $(objects:.o=.d)
endif

# ---- rules ----

Q = $(if $(V),,@)
say = $(if $(V),,@printf '  %-6s %s\n' '$1' '$(if $2,$2,$@)')

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all check check-unit check-shell check-asan check-tsan check-valgrind check-all check-cliffs check-headers
.PHONY: check-raid check-guest check-layers check-gcc check-clang bench fuzz fuzz-programs lint install uninstall clean help print-cflags tests

all: $(library) $(program) $(completion)
tests: all $(unit) $(oom_programs)

$(BUILD)/config.mk: scripts/find-libraries $(BUILD)/gen/toolchain $(BUILD)/gen/packages
	$(call say,FIND)
	$(Q)CC='$(CC)' CFLAGS='$(CPPFLAGS) $(CFLAGS)' LDFLAGS='$(LDFLAGS) $(if $(STATIC),-static)' \
		STATIC='$(STATIC)' PKG_CONFIG='$(PKG_CONFIG)' scripts/find-libraries >$@

$(BUILD)/obj/%.o: src/%.c $(BUILD)/config.mk
	$(call say,CC)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) $(frame_warning) -MMD -MP -c -o $@ $<

# A suite's own function has no prototype: the list of suites is made from the file names.
$(BUILD)/obj/tests/%.o: tests/%.c $(BUILD)/config.mk
	$(call say,CC)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_cflags) -Itests $(CHECK_CFLAGS) -Wno-missing-prototypes -MMD -MP -c -o $@ $<

$(BUILD)/gen/%.o: $(BUILD)/gen/%.c $(BUILD)/config.mk
	$(call say,CC)
	$(Q)$(CC) $(all_cflags) -Itests $(CHECK_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/gen/templates.c: scripts/embed-templates $(templates)
	$(call say,GEN)
	$(Q)scripts/embed-templates $(templates) >$@

$(BUILD)/gen/suites.c: $(BUILD)/gen/unit-list
	$(call say,GEN)
	$(Q){ echo '#include "unit/suites.h"'; \
		for name in $(unit_names); do echo "Suite *suite_$$name(void);"; done; \
		echo 'const struct suite_row suites[] = {'; \
		for name in $(unit_names); do echo "	{ \"$$name\", suite_$$name },"; done; \
		echo '};'; \
		echo 'const size_t suites_n = sizeof(suites) / sizeof(*suites);'; } >$@

$(library): $(library_objects) $(BUILD)/gen/library-list
	$(call say,AR)
	@rm -f $@
	$(Q)$(AR) rcs $@ $(library_objects)

$(BUILD)/iosweep: $(BUILD)/obj/cli/main.o $(library)
	$(call say,LINK)
	$(Q)$(CC) $(all_ldflags) -o $@ $^ $(LIBRARY_LIBS)

$(completion): $(program)
	$(call say,GEN)
	$(Q)$(program) --completion bash >$@

$(unit): $(unit_objects) $(library)
	$(call say,LINK)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_ldflags) -o $@ $(unit_objects) $(library) $(CHECK_LIBS) $(LIBRARY_LIBS)

$(cliff_programs) $(oom_programs) $(bench_programs): $(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(library)
	$(call say,LINK)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_ldflags) -o $@ $^ $(LIBRARY_LIBS)

$(fuzz_programs): $(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(library)
	$(call say,LINK)
	@mkdir -p $(@D)
	$(Q)$(CC) $(all_ldflags) -fsanitize=fuzzer -o $@ $^ $(LIBRARY_LIBS)

# ---- checks: each leaves its counts in $(BUILD)/counts, and the total is the last line ----

counts := $(abspath $(BUILD))/counts
scratch := $(abspath $(BUILD))/scratch
test_environment = LC_ALL=C LOCPATH='$(abspath $(BUILD))/locale' IOSWEEP='$(abspath $(BUILD))/iosweep' BUILD='$(abspath $(BUILD))' \
	SRCDIR='$(CURDIR)' CC='$(CC)'
slower := $(if $(SANITIZE),5,1)
run_unit = mkdir -p $(counts) $(scratch) && cd $(BUILD) && ( status=0; $(test_environment) \
	CK_TIMEOUT_MULTIPLIER=$(slower) $(if $(findstring thread,$(SANITIZE)),SPARSE=7) TMPDIR=$(scratch) COUNTS=$1 $2 $(abspath $(unit)) $(T) || status=$$?; rm -rf $(scratch); exit $$status )
run_shell = mkdir -p $(counts) && COUNTS=$(counts)/shell SLOWER=$(slower) $(test_environment) tests/run $(T)

# A decimal comma, to show that figures do not depend on the locale; empty where it cannot be made.
$(BUILD)/locale:
	@mkdir -p $@
	@localedef -i de_DE -f UTF-8 $@/de_DE.UTF-8 >/dev/null 2>&1 || :

check: tests $(BUILD)/locale
	@rm -rf $(counts)
	@$(call run_unit,$(counts)/unit) || :
	@$(run_shell) || :
	@tests/total $(counts)/unit $(counts)/shell

check-unit: $(unit) $(BUILD)/locale
	@$(call run_unit,$(counts)/unit)

check-shell: all $(oom_programs) $(BUILD)/locale
	@$(run_shell)

check-all:
	+@MAKE='$(MAKE)' BUILD='$(BUILD)' scripts/check-all

check-asan:
	@$(MAKE) --no-print-directory SANITIZE=address,undefined BUILD=$(BUILD)/asan check

check-tsan:
	@$(MAKE) --no-print-directory SANITIZE=thread BUILD=$(BUILD)/tsan check

valgrind_counts = $(or $(COUNTS),$(counts)/valgrind)
valgrind := valgrind -q --suppressions=$(CURDIR)/tests/valgrind/suppressions --error-exitcode=99 --leak-check=full \
	--errors-for-leak-kinds=definite

# Check forks each test, and valgrind goes with it; the runner itself keeps its lists until the end.
# T="NAME..." runs these suites alone, and not the program.
check-valgrind: all $(unit) $(BUILD)/locale
	@rm -f $(valgrind_counts)
	@$(call run_unit,$(valgrind_counts),CK_TIMEOUT_MULTIPLIER=20 UNDER_VALGRIND=yes SPARSE=7 $(valgrind)) || :
	@$(if $(T),,$(test_environment) COUNTS=$(valgrind_counts) tests/valgrind/program || :)
	@tests/total $(valgrind_counts)

check-gcc check-clang: check-%:
	@$(MAKE) --no-print-directory CC=$* WERROR=1 BUILD=$(BUILD)/$* tests

check-headers: $(BUILD)/config.mk
	@CC='$(CC)' CFLAGS='$(LIBRARY_CFLAGS)' scripts/check-headers

check-layers:
	@scripts/check-layers

lint: $(BUILD)/config.mk
	@CFLAGS="$$($(MAKE) -s --no-print-directory print-cflags)" COUNTS='$(COUNTS)' scripts/lint $(T)

# The programs that make surfaces by chance take the word full.
simulators := sim rows saw trouble sight confirm again

check-cliffs: $(cliff_programs)
	@for program in $(cliff_programs); do case " $(simulators:%=cliff_%) " in \
		*" $${program##*/} "*) set -- $(if $(FULL),full) ;; *) set -- ;; esac; \
		$(test_environment) $$program "$$@" </dev/null || exit 1; done
	@tests/cliff/compare $(BUILD)/tests/cliff/cliff_read || [ $$? = 77 ]
	@tests/cliff/compare-causes $(BUILD)/tests/cliff/cause_read || [ $$? = 77 ]
	@tests/cliff/raid-curves $(BUILD)/tests/cliff/cliff_read || [ $$? = 77 ]

check-raid: all
	@$(test_environment) tests/raid/check $(T)

check-guest: all
	@$(test_environment) tests/guest/check

bench: all $(bench_programs)
	@$(if $(wildcard tests/bench/run),$(test_environment) tests/bench/run)

fuzz_sanitizers = fuzzer-no-link,address,undefined

fuzz:
	@$(MAKE) --no-print-directory CC=clang SANITIZE=$(fuzz_sanitizers) BUILD=$(BUILD)/fuzz fuzz-programs
	@BUILD=$(BUILD)/fuzz FUZZ_SECONDS=$(FUZZ_SECONDS) tests/fuzz/run $(T)

fuzz-programs: $(fuzz_programs)

# ---- installing ----

bin := $(DESTDIR)$(PREFIX)/bin
man := $(DESTDIR)$(PREFIX)/share/man/man1
completions := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
doc := $(DESTDIR)$(PREFIX)/share/doc/iosweep
documents := $(wildcard README.md LICENSE)

# Install writes down the directories that it makes, deepest first: uninstall takes away those and no others.
install_directories = $(PREFIX)/bin $(PREFIX)/share/man/man1 $(PREFIX)/share/bash-completion/completions \
	$(PREFIX)/share/doc/iosweep
list_missing = for dir in $(install_directories); do \
	while [ "$$dir" != "$${dir%/*}" ] && [ ! -d "$(DESTDIR)$$dir" ]; do echo "$$dir"; dir=$${dir%/*}; done; done | LC_ALL=C sort -ru

install: all
	@$(list_missing) >$(BUILD)/gen/made-directories
	$(INSTALL) -d '$(bin)' '$(man)' '$(completions)' '$(doc)'
	$(INSTALL) -m 755 $(BUILD)/iosweep '$(bin)/iosweep'
	$(INSTALL) -m 644 $(completion) '$(completions)/iosweep'
	$(if $(man_pages),$(INSTALL) -m 644 $(man_pages) '$(man)')
	$(if $(documents),$(INSTALL) -m 644 $(documents) '$(doc)')
	@cat $(BUILD)/gen/made-directories >>'$(doc)/made-directories'

uninstall:
	rm -f '$(bin)/iosweep' '$(completions)/iosweep' $(foreach page,$(notdir $(man_pages)),'$(man)/$(page)') \
		$(foreach document,$(documents),'$(doc)/$(document)')
	@list='$(doc)/made-directories'; [ ! -f "$$list" ] || { made=$$(cat "$$list"); rm -f "$$list"; \
		echo "$$made" | while read -r dir; do rmdir "$(DESTDIR)$$dir" 2>/dev/null || :; done; }
	@rmdir '$(doc)' 2>/dev/null || :

help:
	@sed -n 's/^# help: //p' Makefile

print-cflags:
	@echo $(all_cflags)

clean:
	rm -rf $(BUILD)
