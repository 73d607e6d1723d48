# shellcheck shell=sh disable=SC2154 # lib.sh sets what this does not

# again TARGET: run `make TARGET` once more, on a copy of the sources, where all
# differs that must make no difference: folder, locale, time zone, umask, number of
# processors, home, user name, order of files, what git, tar, gzip, cd and Lua read
# of the environment, a preloaded library, and a folder whose group files inherit.
# Some files were compiled there before, by other flags.
# Nothing is checked if the first run failed.
# It has the playground of the first run, which takes emscripten.
again() {
  copy=$here/'another place'
  mkdir -p "$copy" decoy/scripts/packaging
  chmod g+s "$copy"
  printf 'int decoy;\n' >decoy.c
  cc -shared -fPIC -o decoy/preloaded.so decoy.c
  git clone -q "$ROOT" "$copy"
  (cd "$ROOT" && git ls-files -co --exclude-standard -z |
    sort -rz | tar -c --null --no-recursion -T - -f - 2>/dev/null) |
    tar -C "$copy" -xf -
  mkdir -p home
  env -u MAKEFLAGS make -C "$copy" CFLAGS=-O0 build/release/core/rng.o \
    build/release/lua/module.o build/release/repl/main.o >before.out 2>&1
  (
    umask 077
    env -u CFLAGS -u MAKEFLAGS -u CI LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8 \
      TZ=Pacific/Kiritimati HOME="$PWD/home" USER=somebody LOGNAME=somebody \
      CDPATH="$PWD/decoy" TAR_OPTIONS=--format=posix GZIP=-1 \
      GIT_DIR="$PWD/decoy/.git" LUA_INIT='print "hello"' LUA_PATH='./?.lua;;' \
      LD_PRELOAD="$PWD/decoy/preloaded.so" CMODDIR=/opt/decoy \
      TMPDIR="$PWD/home" DEB_BUILD_OPTIONS=parallel=1 \
      DEBFULLNAME='A Packager' DEBEMAIL=packager@aurum.example \
      taskset -c 0 make -C "$copy" "$1" \
      PLAYGROUND="$ROOT/build/web/playground.html"
  )
}
