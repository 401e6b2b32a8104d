# Bootstrap asks and drives each package manager rightly; stand-ins for them note what they are told.
# once: has nothing to do with the program
# shellcheck disable=SC2016
set -euo pipefail

bootstrap=$SRCDIR/scripts/bootstrap
tools=$PWD/tools log=$PWD/log
mkdir "$tools"
for tool in bash cat dirname env mktemp rm sed tail; do
	ln -s "$(command -v "$tool")" "$tools/$tool"
done

stand_in() { # NAME BODY
	printf '#!%s\n%s\n' "$(command -v bash)" "$2" >"$tools/$1"
	chmod +x "$tools/$1"
}

bare() { # ARGUMENTS...: bootstrap on a machine that has the stand-ins alone, with stdin closed
	: >"$log"
	status=0
	env -i PATH="$tools" LOG="$log" ${pm:+BOOTSTRAP_PM=$pm} bash "$bootstrap" "$@" >out 2>err <&- || status=$?
}

complain() {
	cat out err "$log"
	echo "$*"
	exit 1
}

has() { # FILE TEXT
	grep -qF -- "$2" "$1" || complain "expected in $1: $2"
}

has_not() { # FILE TEXT
	! grep -qF -- "$2" "$1" || complain "not expected in $1: $2"
}

ends() { # STATUS
	[ "$status" = "$1" ] || complain "expected status $1, not $status"
}

# What each distribution would install; none of them can be asked here.
while read -r pm required optional; do
	bare --dry-run deps
	ends 0
	for name in ${required//,/ }; do
		has out " $name"
		grep -F 'would install:' out | grep -qwF -- "$name" || complain "$name should be required"
	done
	for name in ${optional//,/ }; do
		grep -F 'would install if it can:' out | grep -qwF -- "$name" || complain "$name should be optional"
	done
	has_not out shellcheck
	bare --dry-run check
	ends 0
	grep -qi ' shellcheck' out || complain 'the tools of the tests are missing'
	[ ! -s "$log" ] || complain 'a dry run did something'
done <<'END'
apt gcc,libc6-dev,make,pkg-config,libjansson-dev,libpng-dev,zlib1g-dev liburing-dev,libaio-dev,libmount-dev,gnuplot-nox
dnf gcc,make,jansson-devel,libpng-devel,zlib-devel liburing-devel,libaio-devel,libmount-devel,gnuplot
zypper gcc,make,libjansson-devel,libpng16-devel,zlib-devel liburing-devel,libaio-devel,libmount-devel,gnuplot
pacman gcc,make,pkgconf,jansson,libpng,zlib liburing,libaio,util-linux-libs,gnuplot
apk gcc,musl-dev,linux-headers,make,pkgconf,jansson-dev,libpng-dev,zlib-dev liburing-dev,libaio-dev,util-linux-dev,gnuplot
END

pm=emerge
bare --dry-run deps
ends 1
has err 'know apt, dnf, zypper, pacman and apk'
pm=
bare deps
ends 1
has err 'found none of apt-get'

# Installing: the required ones at once, the optional ones one by one where they cannot be had together.
stand_in id 'echo 0'
stand_in dpkg-query "exit 1"
stand_in apt-get 'echo "$DEBIAN_FRONTEND apt-get $*" >>"$LOG"
case " $* " in
*" libaio-dev "*) echo "E: Unable to locate package libaio-dev"; exit 100 ;;
esac'
bare deps
ends 0
has "$log" 'noninteractive apt-get update'
has "$log" 'noninteractive apt-get install -y -q --no-install-recommends'
has "$log" 'gcc libc6-dev make'
has err 'installs with apt: gcc libc6-dev'
has err 'goes on without libaio-dev'
has_not err 'goes on without liburing-dev'
grep -q ' liburing-dev$' "$log" || complain 'liburing-dev was not tried alone'

stand_in apt-get 'echo "apt-get $*" >>"$LOG"
echo "E: no network"
exit 100'
bare deps
ends 1
has err 'E: no network'
has err 'bootstrap: apt could not install: gcc'

# Where all is there, nothing is done.
stand_in dpkg-query 'echo -n installed'
bare deps
ends 0
has err 'all packages are there'
[ ! -s "$log" ] || complain 'apt-get was called for nothing'

# Without root: sudo, which must not wait for a password, or a clear word.
stand_in dpkg-query 'exit 1'
stand_in id 'echo 1000'
bare deps
ends 1
has err 'not root and no sudo; install with apt: gcc'
stand_in apt-get 'echo "apt-get $*" >>"$LOG"'
stand_in sudo 'echo "sudo $*" >>"$LOG"
[ "$1" = -n ] || exit 1
shift
exec "$@"'
bare deps
ends 0
has "$log" 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install'

while read -r words; do
	# shellcheck disable=SC2086
	bare $words
	ends 2
	has err 'bootstrap [--dry-run] deps|build|check|demo'
done <<'END'

nonsense
deps demo
--dry-run
END
