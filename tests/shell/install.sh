# What install puts down, uninstall takes away, and nothing else.
# once: the same files whatever the compiler did
set -euo pipefail

if [ ! -x "$IOSWEEP" ]; then
	echo "the program is not built"
	exit 77
fi

run_make() {
	make -s -C "$SRCDIR" "BUILD=$BUILD" "$@" </dev/null
}

missing() {
	echo "not installed: $1"
	exit 1
}

check_tree() { # ROOT
	[ -x "$1/bin/iosweep" ] || missing bin/iosweep
	"$1/bin/iosweep" --version >/dev/null
	[ -s "$1/share/bash-completion/completions/iosweep" ] || missing completion
	bash -n "$1/share/bash-completion/completions/iosweep"
	[ -s "$1/share/doc/iosweep/LICENSE" ] || missing LICENSE
	[ ! -e "$SRCDIR/man/iosweep.1" ] || [ -s "$1/share/man/man1/iosweep.1" ] || missing iosweep.1
}

run_make install DESTDIR="$PWD/stage" PREFIX=/usr
check_tree stage/usr
run_make uninstall DESTDIR="$PWD/stage" PREFIX=/usr
[ ! -e stage/usr ] || { find stage && exit 1; }

# Installed twice into a place where others live.
mkdir -p prefix/bin prefix/share/doc
touch prefix/bin/other
find prefix | sort >before
run_make install PREFIX="$PWD/prefix"
run_make install PREFIX="$PWD/prefix"
check_tree prefix
run_make uninstall PREFIX="$PWD/prefix"
find prefix | sort >after
diff before after
