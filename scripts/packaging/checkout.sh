# Facts that git has of these sources, if they are a checkout: functions of the
# scripts here, which run in the folder of the sources.
# shellcheck shell=sh

# own_git ARG...: git, also where another user owns the checkout.
own_git() {
  (
    unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
    git -c safe.directory="$PWD" "$@"
  )
}

# is_checkout: these are the files of a repository, not an unpacked tarball that
# lies in one.
is_checkout() {
  [ -z "$(own_git rev-parse --show-prefix 2>/dev/null || echo none)" ] &&
    own_git ls-files --error-unmatch Makefile >/dev/null 2>&1
}

# sources: the names of the files, each with a NUL behind it. Files that were
# removed are left out, though git still lists them.
sources() {
  if is_checkout; then
    {
      own_git ls-files -z -co --exclude-standard
      own_git ls-files -z -d
    } | sort -z | uniq -z -u
  else
    find . '(' -path ./build -o -path ./.git ')' -prune -o \
      '(' -type f -o -type l ')' -print0 | sort -z
  fi
}
