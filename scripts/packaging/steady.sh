# The beginning of deb and dist: the same sources give the same bytes, whoever
# builds them, where and when.
# shellcheck shell=sh

# Begin again without the builder's environment. It could change the formats of
# tar and gzip, the libraries of a program, the module that Lua finds, the
# repository of git and the folder that cd enters.
if [ "${AURUM_STEADY-}" != yes ]; then
  set -- sh "$0" "$@"
  for name in PATH HOME XDG_CONFIG_HOME TMPDIR SOURCE_DATE_EPOCH DEBFULLNAME \
    DEBEMAIL DEB_BUILD_OPTIONS CCACHE_DIR PLAYGROUND; do
    eval "[ -z \"\${$name+set}\" ] || set -- \"$name=\$$name\" \"\$@\""
  done
  exec env -i AURUM_STEADY=yes LC_ALL=C TZ=UTC "$@"
fi
umask 022
cd "$(dirname "$0")/../.."
. scripts/packaging/checkout.sh
SOURCE_DATE_EPOCH=$(scripts/packaging/date)
export SOURCE_DATE_EPOCH
