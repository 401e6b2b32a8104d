# Each fuzz target for a moment: that it builds, that its seeds do no harm, and that nothing is found at once. The
# inputs are the same each time; make fuzz looks for new ones.
# once: the targets have sanitizers of their own
# timeout: 600
set -u

cat >try.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return data && size ? 0 : 0; }
END
if ! clang -fsanitize=fuzzer,address,undefined -o try try.c >log 2>&1 || ! ./try -runs=1 >>log 2>&1; then
	echo "clang is not here, or cannot build and run with libFuzzer"
	exit 77
fi
unset T MAKEFLAGS MAKELEVEL MFLAGS CFLAGS CPPFLAGS LDFLAGS
make -s --no-print-directory -C "$SRCDIR" BUILD="$BUILD" FUZZ_RUNS=2000 fuzz
