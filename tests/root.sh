# A Debian or Ubuntu as small as there is, with git and make, in a folder: for the
# tests that source this in the checkout. It takes root and debootstrap. The
# system is the one this machine has, from the mirror in its apt's sources; what
# debootstrap makes of it is kept in build/fresh for a month.
# shellcheck shell=sh

kept=build/fresh

# cannot WHY: end with status 77, since there can be no such folder here.
cannot() {
  printf '%s cannot run here: %s\n' "${0##*/}" "$1" >&2
  exit 77
}

check_root() {
  [ "$(id -u)" -eq 0 ] || cannot 'it makes a root folder, as root only: use sudo'
  [ -n "$(command -v apt-get)" ] || cannot 'this is not a Debian or Ubuntu'
  [ -n "$(command -v debootstrap)" ] ||
    cannot 'debootstrap is missing: apt-get install debootstrap'
  unshare --mount --pid --fork true 2>/dev/null ||
    cannot 'this machine does not let it mount folders'
}

# The mirror that apt has for this release, as "URI RELEASE COMPONENTS".
find_mirror() {
  # shellcheck disable=SC1091 # it is not ours
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  # shellcheck disable=SC2016 # apt-get expands it
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
    'Identifier: Packages' | awk -v release="$codename" '
      $2 == release && (uri == "" || $1 == uri) && !seen[$3]++ {
        uri = $1
        components = components " " $3
      }
      END { if (uri != "") print uri, release components }')
  [ -n "$mirror" ] || cannot "apt has no source of packages for '$codename'"
}

# The smallest system, made once a month and for each mirror, as $system.
make_system() {
  mkdir -p "$kept"
  uri=${mirror%% *} components=${mirror#* * }
  system=$kept/$(echo "$mirror" | cksum | cut -d ' ' -f 1).$(date +%Y-%m).tar
  [ ! -s "$system" ] || return 0
  rm -rf "$kept"/*.tar "$kept/made"
  debootstrap --variant=minbase --include=git,make \
    --components="$(echo "$components" | tr ' ' ,)" "$codename" \
    "$PWD/$kept/made" "$uri" >"$kept/log" 2>&1 ||
    cannot "debootstrap failed, see $kept/log: $(tail -n 1 "$kept/log")"
  rm -rf "$kept"/made/var/cache/apt/archives/*.deb
  tar -C "$kept/made" -cf "$system.part" .
  mv "$system.part" "$system"
  rm -rf "$kept/made"
}

# A copy of it in a new folder, $root, which is removed at the end.
make_root() {
  check_root
  find_mirror
  make_system
  root=$(mktemp -d)
  trap 'rm -rf --one-file-system "$root"' EXIT
  trap 'exit 1' INT TERM HUP
  tar -C "$root" -xf "$system"
  echo "deb $mirror" >"$root/etc/apt/sources.list"
  # How this machine's apt reaches and judges its mirror.
  apt-config dump | grep '^Acquire::\(https\?\|Check\|Retries\)' \
    >"$root/etc/apt/apt.conf.d/99host" || true
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
}

# old_root RELEASE: the same with another release of Debian or Ubuntu, and nothing
# but what is essential there, from the mirror that debootstrap has for it.
old_root() {
  check_root
  [ -e "/usr/share/debootstrap/scripts/$1" ] || cannot "debootstrap has no $1"
  mkdir -p "$kept"
  system=$kept/old-$1.tar
  if [ ! -s "$system" ]; then
    rm -rf "$kept/old-$1"
    debootstrap --variant=minbase "$1" "$PWD/$kept/old-$1" >"$kept/old-$1.log" 2>&1 ||
      cannot "debootstrap failed, see $kept/old-$1.log"
    rm -rf "$kept/old-$1"/var/cache/apt/archives/*.deb
    tar -C "$kept/old-$1" -cf "$system.part" .
    mv "$system.part" "$system"
    rm -rf "${kept:?}/old-$1"
  fi
  root=$(mktemp -d)
  trap 'rm -rf --one-file-system "$root"' EXIT
  trap 'exit 1' INT TERM HUP
  tar -C "$root" -xf "$system"
}

# in_root COMMAND...: run it in there. All that it mounts and starts ends with it.
in_root() {
  # shellcheck disable=SC2016 # the inner shell expands it
  unshare --mount --pid --fork --kill-child sh -euc '
    root=$1
    shift
    mount --rbind /dev "$root/dev"
    mount -t proc proc "$root/proc"
    cd /
    exec chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
      TERM=xterm http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" "$@"
  ' sh "$root" "$@"
}
