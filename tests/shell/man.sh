# The manual page: correct mdoc, and it names what the program has and nothing else.
set -u
page=$SRCDIR/man/iosweep.1
failed=0

fail() {
	echo "$*"
	failed=1
}

# WHAT: compares the sorted lists in page.txt and program.txt
compare() {
	[ -s page.txt ] || fail "the page has no $1"
	[ -s program.txt ] || fail "the program has no $1"
	comm -23 program.txt page.txt | sed "s/^/not in the page, $1: /" >differences
	comm -13 program.txt page.txt | sed "s/^/only in the page, $1: /" >>differences
	[ ! -s differences ] || fail "$(cat differences)"
}

# SECTION TITLE: its text up to the next one of the same kind or a higher one
part() {
	awk -v kind=".$1" -v title="$2" '
		$1 == ".Sh" || $1 == kind { on = $1 == kind && substr($0, 5) == title; next }
		on' "$page"
}

# The words that stand in items as ".It Cm WORD"
items() {
	part "$@" | awk '$1 == ".It" && $2 == "Cm" { print $3 }' | sort -u
}

all_help() {
	"$IOSWEEP" --help
	for command in $(commands); do
		"$IOSWEEP" help "$command"
	done
}

commands() {
	"$IOSWEEP" --help | awk '/^[^ ]/ { on = $1 == "Commands"; next } on && /^  [a-z]/ { print $1 }'
}

# TITLE: the names under it in the list
listed() {
	"$IOSWEEP" list | awk -v title="$1" '/^[^ ]/ { on = index($0, title) == 1; next } on && /^  [^ ]/ { print $1 }' |
		tr -d '*+' | sort
}

commands | sort >program.txt
items Sh COMMANDS >page.txt
compare commands

listed Tests >program.txt
items Ss Tests >page.txt
compare tests

listed "Formats of report" >program.txt
items Ss Formats >page.txt
compare formats

listed "Formats of compare" >program.txt
items Ss "Formats of compare" >page.txt
compare "formats of compare"

listed APIs >program.txt
items Ss APIs >page.txt
compare APIs

# "o output DIR", "- record LIST", "q quiet"
all_help | sed -nE 's/^ +(-(.), )?--([a-z-]+)( ([A-Z]+))?( .*)?$/\2:\3 \5/p' | sed 's/^:/-:/; s/:/ /; s/ $//' |
	sort -u >program.txt
part Sh OPTIONS | sed -nE 's/^\.It Fl ((.) , Fl )?-([a-z-]+)( Ar ([A-Z]+))?$/\2:\3 \5/p' | sed 's/^:/-:/; s/:/ /; s/ $//' |
	sort -u >page.txt
compare options

# A default that is one word stands in the option's item.
all_help | awk '
	function done() {
		if (name && match(text, /\(default: [^ ]+\)$/))
			print name, substr(text, RSTART + 10, RLENGTH - 11)
		name = ""
	}
	/^ +(-., )?--/ { done(); match($0, /--[a-z-]+/); name = substr($0, RSTART + 2, RLENGTH - 2); text = $0; next }
	name && /^          / { sub(/^ +/, " "); text = text $0; next }
	name { done() }
	END { done() }' | sort -u >defaults
[ -s defaults ] || fail "no defaults were found in the help"
while read -r name default; do
	awk -v name="-$name" '$1 == ".It" { on = / Fl / && index($0 " ", " " name " "); next } on' "$page" |
		grep -qwF -e "$default" || fail "--$name: the page does not name its default, $default"
done <defaults

if ! command -v mandoc >/dev/null; then
	[ "$failed" = 0 ] || exit 1
	echo "the rest passed; mandoc is not installed"
	exit 77
fi
# Which other pages are installed says nothing about this one.
mandoc -Tlint -W all "$page" 2>/dev/null | grep -v 'referenced manual not found' >lint
[ ! -s lint ] || fail "$(cat lint)"

exit "$failed"
