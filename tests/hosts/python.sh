# shellcheck shell=sh
# python_with MODULE: print the name of a Python that has this module.
python_with() {
  for program in python3 /usr/bin/python3; do
    "$program" -c "import $1" 2>/dev/null && echo "$program" && return
  done
  return 1
}
