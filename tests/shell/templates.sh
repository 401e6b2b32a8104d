# Scripts that are embedded come out of the program as they were, to the byte.
# once: has nothing to do with the program
set -euo pipefail

mkdir -p report gnuplot out
cp "$SRCDIR/src/report/templates.h" report/
printf 'set title "a \\"b\\" \\n %%s %%%%"\n\tplot x\\\n  with lines\n\n# ??/ trigraph? 100%%\n' >gnuplot/one.gp
printf "set label 'caf\303\251'\n" >gnuplot/two.gp
for i in {1..3000}; do echo "plot sin($i * x) title '$i'"; done >gnuplot/long.gp
"$SRCDIR/scripts/embed-templates" gnuplot/*.gp >templates.c
cat >show.c <<'END'
#include "report/templates.h"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < template_files_n; i++) {
		if (!strcmp(template_files[i].name, argv[1]))
			return fputs(template_files[i].text, stdout) < 0;
	}
	return 1;
}
END
${CC:-cc} -std=gnu17 -Wall -Wextra -Werror -I. -o show show.c templates.c
for file in gnuplot/*.gp; do
	./show "$(basename "$file")" >out/text
	cmp "$file" out/text
done
