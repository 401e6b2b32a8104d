# The Makefile remakes what changed and nothing else, takes in new files and finds out which libraries are there.
# once: has nothing to do with the program
# shellcheck disable=SC2016
set -euo pipefail
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES BUILD SANITIZE

mkdir -p src/base tests/unit gnuplot
cp -r "$SRCDIR/Makefile" "$SRCDIR/scripts" .
cp "$SRCDIR/tests/unit/main.c" "$SRCDIR"/tests/unit/s*.h tests/unit/
echo 'int one(void);' >src/base/one.h
printf '#include "base/one.h"\nint one(void) { return 1; }\n' >src/base/one.c
printf '#include <check.h>\nSuite *suite_one(void) { return suite_create("one"); }\n' >tests/unit/test_one.c

build() { # ARGUMENTS...: the names of what was made, without the build directory, in made
	make "$@" </dev/null >out 2>err || {
		cat out err
		exit 1
	}
	made=$(sed -n 's|^  [A-Z]* *build/||p' out | sort | tr '\n' ' ')
}

made_is() { # EXPECTED
	[ "$made" = "${1:+$1 }" ] || {
		echo "made: $made"
		echo "expected: $1"
		exit 1
	}
}

build
made_is 'config.mk libiosweep.a obj/base/one.o'
build
made_is ''
touch src/base/one.h
build
made_is 'libiosweep.a obj/base/one.o'
printf 'int two(void);\nint two(void) { return 2; }\n' >src/base/two.c
build
made_is 'libiosweep.a obj/base/two.o'
rm src/base/two.c
build
made_is 'libiosweep.a'
[ "$(ar t build/libiosweep.a)" = one.o ]
build CFLAGS=-O1
made_is 'config.mk libiosweep.a obj/base/one.o'
build CFLAGS=-O1
made_is ''
build SANITIZE=address,undefined
made_is 'asan/config.mk asan/libiosweep.a asan/obj/base/one.o'
rm -r build

if grep -q CHECK_LIBS <(scripts/find-libraries); then
	build tests
	grep -q suite_one build/gen/suites.c
	cp tests/unit/test_one.c tests/unit/test_two.c
	sed -i s/one/two/ tests/unit/test_two.c
	build tests
	made_is 'gen/suites.c gen/suites.o obj/tests/unit/test_two.o tests/unit'
fi

# A package that comes after the first build is found without cleaning: who has built for a try runs the tests next.
mkdir bin
printf '#!/bin/sh\ncase " $* " in *" check "*) [ ! -e hidden ] || exit 1 ;; esac\nexec %s "$@"\n' \
	"$(command -v pkg-config || echo false)" >bin/pkg-config
chmod +x bin/pkg-config
touch hidden
rm -rf build
PATH=$PWD/bin:$PATH build
if PATH=$PWD/bin:$PATH pkg-config --libs zlib >/dev/null 2>&1; then
	rm hidden
	PATH=$PWD/bin:$PATH build
	[[ $made == *config.mk* ]] || { echo "a new package is not looked for: $made" && exit 1; }
fi

# A compiler to which one library is unknown.
printf '#!/bin/sh\ncase " $* " in *" $LACKS "*) exit 1 ;; esac\nexec %s "$@"\n' "${CC:-cc}" >lacking
chmod +x lacking
for row in -luring:HAVE_LIBURING -laio:HAVE_LIBAIO -lmount:HAVE_LIBMOUNT; do
	LACKS=${row%:*} CC=./lacking scripts/find-libraries >found
	! grep -q "${row#*:}" found || { echo "${row#*:} without the library" && exit 1; }
done
for library in jansson:-ljansson zlib:-lz; do
	! LACKS=${library#*:} CC=./lacking scripts/find-libraries >found 2>err || { echo "passes without $library" && exit 1; }
	grep -q "^find-libraries: missing:.* ${library%:*}" err
	[ ! -s found ]
done
! CC=/nonexistent/cc scripts/find-libraries 2>err || exit 1
grep -q '/nonexistent/cc does not make programs' err

# Without pkg-config, what the compiler finds by itself is found.
PKG_CONFIG=false scripts/find-libraries >found
grep -q -- -ljansson found
