# The checkers of the house find what is planted.
# once: looks at the sources, not at the program
set -euo pipefail

plant() { # FILE TEXT
	mkdir -p "src/$(dirname "$1")"
	printf '%b\n' "$2" >"src/$1"
}

fails() { # COMMAND EXPECTED: fails, and says so
	if "$1" src >out 2>&1; then
		echo "$1 passes, expected: $2"
		exit 1
	fi
	grep -qF -- "$2" out || {
		cat out
		echo "$1 does not say: $2"
		exit 1
	}
}

passes() { # COMMAND
	"$1" src || {
		echo "$1 fails"
		exit 1
	}
}

layers=$SRCDIR/scripts/check-layers headers=$SRCDIR/scripts/check-headers

plant base/a.h '#ifndef IOSWEEP_BASE_A_H\n#define IOSWEEP_BASE_A_H\n#include <stdint.h>\nuint32_t a(void);\n#endif'
plant stats/b.c '#include "base/a.h"\n#include <stdio.h>'
plant cli/main.c '#include "base/a.h"\n#include "cli/x.h"\n#include "report/y.h"'
passes "$layers"
passes "$headers"

while read -r file include expected; do
	plant "$file" "\n# include \"$include\""
	fails "$layers" "src/$file:2: $expected"
	rm "src/$file"
done <<'END'
base/v.c stats/b.h base includes "stats/b.h" of the higher layer stats
stats/v.h model/b.h stats includes "model/b.h" of the higher layer model
model/v.c api/b.h model includes "api/b.h" of the higher layer api
api/v.c pattern/b.h api includes "pattern/b.h" of the higher layer pattern
pattern/v.c measure/b.h pattern includes "measure/b.h" of the higher layer measure
measure/v.c store/b.h measure includes "store/b.h" of the higher layer store
store/v.c sweep/b.h store includes "sweep/b.h" of the higher layer sweep
sweep/v.c report/b.h sweep includes "report/b.h" of the higher layer report
report/v.c cli/b.h report includes "cli/b.h" of the higher layer cli
base/v.c a.h "a.h" is not named from the root of the sources
base/v.c ../cli/b.h "../cli/b.h" is not named from the root of the sources
base/v.c extra/b.h "extra/b.h" lies in no layer
END
plant other/v.c ''
fails "$layers" 'src/other/v.c:1: lies in no layer'
rm -r src/other
passes "$layers"

plant base/v.h '#ifndef IOSWEEP_BASE_V_H\n#define IOSWEEP_BASE_V_H\nuint32_t v(void);\n#endif'
fails "$headers" 'src/base/v.h: does not compile alone'
plant base/v.h '#ifndef V_H\n#define V_H\n#endif'
fails "$headers" 'src/base/v.h: has no include guard IOSWEEP_BASE_V_H'
rm src/base/v.h
passes "$headers"
