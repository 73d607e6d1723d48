# make        build build/aurum and build/aurum.so
# make demo   play a match between bundled bots, verify it, show one game
# make test   run the tests; on Debian and Ubuntu, install what tests need
# make test-long   run those that take longest, and all with sanitizers
# make test T=stats   run the tests with "stats" in their names, or of such files
# make test JOBS=8   run eight tests at a time instead of two
# make help   list all targets; V=1 shows the compiler's command lines
MODE ?= release
PREFIX ?= /usr/local
LUA ?= lua5.4
JOBS := 2
PKG_CONFIG ?= pkg-config
Q := $(if $(V),,@)
, := ,
HASH := \#

VERSION := 1.0.0
unexport CDPATH # by which `cd` in a script goes elsewhere, or prints
# Systems for which the libraries are compiled from the distribution's sources.
CROSS := $(filter wasm windows,$(MODE))
CROSS_SOURCES := build/$(or $(CROSS),wasm)/src
WINDOWS := lua/sys/windows
CROSS_INCLUDE := $(if $(filter windows,$(MODE)),-Ibuild/windows/include -include $(WINDOWS)/posix.h) \
  $(addprefix -I$(CROSS_SOURCES)/,lua zlib .)
DARWIN := $(filter Darwin,$(shell uname))
# The shared library's name changes with the first part of the version, where
# old programs no longer run with it.
MAJOR := $(firstword $(subst ., ,$(VERSION)))
LIBRARY := $(if $(DARWIN),libaurum.$(MAJOR).dylib,libaurum.so.$(MAJOR))
SONAME := $(if $(DARWIN),-Wl$(,)-install_name$(,)@rpath/$(LIBRARY),-Wl$(,)-soname$(,)$(LIBRARY))
OUT := build$(if $(filter-out release,$(MODE)),/$(MODE))
OBJ := build/$(MODE)

flags = $(shell $(PKG_CONFIG) $1 $2 2>/dev/null || echo $3)
LUA_PC := $(firstword $(foreach p,lua5.4 lua-5.4 lua54 lua,\
  $(shell $(PKG_CONFIG) --exists $p 2>/dev/null && echo $p)) lua5.4)
LUA_LIBS := $(call flags,--libs,$(LUA_PC),-llua5.4 -lm)
CJSON_LIBS := $(call flags,--libs,libcjson,-lcjson)
ZLIB_LIBS := $(call flags,--libs,zlib,-lz)
EDIT_LIBS := $(call flags,--libs,libedit,-ledit)

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
  -Wmissing-prototypes -Wcast-qual -Wpointer-arith -Wwrite-strings -Wundef \
  -Wvla -Wswitch-enum -Wformat=2 $(if $(CI),-Werror)
CFLAGS_release := -O3 -flto=auto -DNDEBUG
CFLAGS_lib := -O3 -DNDEBUG
CFLAGS_san := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
  -fno-omit-frame-pointer
CFLAGS_tsan := -O1 -g -fsanitize=thread -fno-omit-frame-pointer
CFLAGS_ub := -O1 -g -fsanitize=undefined -fno-sanitize-recover=all
CFLAGS_wasm := -O2 -DNDEBUG
CFLAGS_windows := -O2 -DNDEBUG
CFLAGS_cov := -O0 -g -DNDEBUG --coverage -DAU_COVERAGE
CFLAGS_fuzz := $(subst -O1,-O2,$(CFLAGS_san)) -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp
CFLAGS ?= $(CFLAGS_$(MODE))
FLAGS := $(filter-out -ffile-prefix-map=%,$(CC) $(CFLAGS))
# Additions have other names: make exports what it adds to a CFLAGS or CPPFLAGS of the
# environment, and `library` would add it again.
# A library keeps its symbols, and machine code that any linker reads.
C_FLAGS := $(CFLAGS) -std=c11 $(if $(CROSS),,-fPIC -pthread) $(WARN) \
  $(if $(filter windows,$(MODE)),-Wno-format -Wno-float-conversion) \
  $(if $(filter lib,$(MODE)),-fno-lto -fno-semantic-interposition \
  -fvisibility=default,-fvisibility=hidden)
# Large files where a long has 32 bits; elsewhere all files may be large.
LARGE := $(if $(filter wasm,$(MODE)),,$(if $(filter 4,$(shell \
  echo __SIZEOF_LONG__ | $(CC) -E -P - 2>/dev/null)),-D_FILE_OFFSET_BITS=64))
CPP_FLAGS := $(CPPFLAGS) -D_GNU_SOURCE $(LARGE) -DAURUM_VERSION='"$(VERSION)"' \
  -DAURUM_CFLAGS='"$(FLAGS)"' $(if $(CROSS),$(CROSS_INCLUDE),\
  $(call flags,--cflags,$(LUA_PC),-I/usr/include/lua5.4) \
  $(call flags,--cflags,libedit,))

# Where there are processes and a terminal, and where there are none.
NATIVE := $(addprefix lua/sys/,worker_page.c workers.c programs.c keeper.c \
  cpu_limit.c confine.c channel.c threads.c) \
  $(addprefix repl/input/,edit.c signals.c paste.c child.c)
BROWSER := lua/sys/browser.c repl/input/browser.c
PLAIN := repl/input/plain.c
SINGLE := lua/sys/single.c
OTHER := $(if $(filter wasm,$(MODE)),$(NATIVE) $(PLAIN),$(if $(CROSS),$(NATIVE) $(BROWSER),\
  $(BROWSER) $(PLAIN) $(SINGLE)))
objects = $(patsubst %.c,$(OBJ)/%.o,$(filter-out $(OTHER),$(sort $(wildcard $1))))
CORE := $(call objects,core/*.c)
BIND := $(call objects,lua/*.c lua/*/*.c)
REPL := $(call objects,repl/*.c repl/*/*.c)
UNIT := $(patsubst tests/core/%.c,$(OBJ)/tests/%,$(sort $(wildcard tests/core/*_test.c)))
ifneq ($(DARWIN),) # its linker knows no --wrap
UNIT := $(filter-out %/memory_test,$(UNIT))
endif
# The tests that T names, by their own names or those of source files.
named = $(shell $(LUA) tests/nearest.lua $(T))
chosen = $(patsubst $1:%,$2%,$(filter $1:%,$(named)))
T_UNIT = $(filter $(UNIT),$(addsuffix _test,$(call chosen,unit,$(OBJ)/tests/)))
T_SPEC = $(call chosen,spec,spec-)
T_CLI = $(call chosen,cli,)
some = $(if $(T),$(or $(strip $1),$(error no test and no file has "$(T)" in its name)))
SPEC := $(patsubst tests/lua/%_spec.lua,spec-%,$(sort $(wildcard tests/lua/*_spec.lua)))
CLI := $(patsubst tests/cli/%.test,cli-%,$(sort $(wildcard tests/cli/*.test)))
# Tests that take more than 30 s of processor time, by tests/slowest.
LONG := $(addprefix cli-,arena bot csv defective exec gzip hostile hostile_files html \
  install jobs learn learn_bots lines match plan puzzles questions readme repl \
  repl_stopping repl_terminal roots session show suite tutorial variant ways \
  worker_failures workers) spec-blind spec-judge
FUZZ := $(patsubst tests/fuzz/%_fuzz,%,$(basename $(sort $(wildcard tests/fuzz/*_fuzz.*))))
FUZZ_MAIN := $(if $(filter fuzz,$(MODE)),-fsanitize=fuzzer,$(OBJ)/tests/fuzz/replay.o)
OWN_LUA := $(shell find lua repl scripts/commands -name '*.lua' ! -name '*.d.lua')
SHARED := $(if $(DARWIN),-bundle -undefined dynamic_lookup,-shared)

.PHONY: $(SPEC) $(CLI) all library demo test test-long test-fresh test-hosts test-web playground windows test-windows test-playground test-cluster test-packages test-ports sanitized threads confined unit spec cli hostile lint layers symbols conformance coverage faults mutants chaos bench fuzz fuzzers replay install \
  uninstall man reference page site deb dist always clean help headers build-ready test-ready
all: $(OUT)/aurum $(OUT)/aurum.so $(if $(filter release,$(MODE)),library $(if $(CROSS),,build/compiled))
library: # build libaurum, the engine without Lua, for programs in C and others
	@$(MAKE) --no-print-directory MODE=lib build/libaurum.a build/$(LIBRARY)

$(OUT)/aurum: $(REPL) $(BIND) $(CORE) $(OBJ)/parts
	@echo link $@
	$(Q)$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LUA_LIBS) $(EDIT_LIBS) $(CJSON_LIBS) $(ZLIB_LIBS) -ldl -lm
$(OUT)/aurum.so: $(BIND) $(CORE) $(OBJ)/parts
	@echo link $@
	$(Q)$(CC) $(C_FLAGS) $(LDFLAGS) $(SHARED) -o $@ $(filter %.o,$^) $(CJSON_LIBS) $(ZLIB_LIBS) -ldl -lm
build/compiled: build/aurum scripts/packaging/compile.lua $(OWN_LUA) # the program starts faster
	@echo compile lua repl scripts/commands
	$(Q)build/aurum run scripts/packaging/compile.lua . $@
build/libaurum.a: $(CORE) $(OBJ)/parts
	@echo archive $@
	@rm -f $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)
build/$(LIBRARY): $(CORE) $(OBJ)/parts
	@echo link $@
	$(Q)$(CC) $(C_FLAGS) $(LDFLAGS) -shared $(SONAME) -o $@ $(filter %.o,$^) $(CJSON_LIBS) -lm
$(OBJ)/%.o: %.c Makefile $(OBJ)/made-by
	@mkdir -p $(@D)
	@echo $(MODE) $<
	$(Q)$(CC) $(CPP_FLAGS) $(C_FLAGS) -MMD -MP -c -o $@ $<
$(OBJ)/repl/libc.o: C_FLAGS += -fno-lto -fno-builtin -ffp-contract=off
# The folder of the Lua files, if `make install` is given folders of their own.
# A tarball has none.
PLACE := $(if $(if $(filter dist,$(MAKECMDGOALS)),,$(BINDIR)$(LIBDIR)$(CMODDIR)$(DATADIR)),$(or $(DATADIR),$(PREFIX)/share)/aurum/program)
$(OBJ)/lua/module.o: $(OBJ)/place.h
$(OBJ)/lua/module.o: CPP_FLAGS += -include $(OBJ)/place.h
$(OBJ)/place.h: export TEXT := $(if $(PLACE),$(HASH)define AURUM_PLACE "$(PLACE)")
# Files that change with other tools, flags or lists of files. All that was made
# by the former ones is made again: no build depends on what was built before.
$(OBJ)/made-by: export TEXT := $(shell $(CC) --version 2>/dev/null | head -n 1) $(CC) \
  $(filter-out $(WARN),$(CPP_FLAGS) $(C_FLAGS)) $(LDFLAGS) $(LUA_LIBS) $(EDIT_LIBS) \
  $(CJSON_LIBS) $(ZLIB_LIBS)
$(OBJ)/parts: export TEXT := $(CORE) $(BIND) $(REPL)
$(OBJ)/place.h $(OBJ)/made-by $(OBJ)/parts: always
	@mkdir -p $(@D)
	@printf '%s\n' "$$TEXT" >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(OBJ)/tests/%: tests/core/%.c $(CORE) Makefile $(OBJ)/made-by
	@mkdir -p $(@D)
	@echo $(MODE) $<
	$(Q)$(CC) $(CPP_FLAGS) $(C_FLAGS) -Wno-missing-prototypes -MMD -MP -Icore -o $@ $< \
	  $(CORE) $(CJSON_LIBS) -lcmocka -lm $(LINK)
$(OBJ)/tests/memory_test: LINK := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$(OBJ)/tests/threads_test: LINK := $(addprefix lua/sys/,threads.c clock.c worker_page.c)
$(OBJ)/tests/threads_test: lua/sys/threads.c
$(OBJ)/tests/clock_test: LINK := lua/sys/clock.c
$(OBJ)/tests/clock_test: lua/sys/clock.c
$(OBJ)/tests/fuzz/%_fuzz.o: tests/fuzz/%_fuzz.lua tests/fuzz/script.c $(OBJ)/made-by
	@mkdir -p $(@D)
	@echo $(MODE) $<
	$(Q)$(CC) $(CPP_FLAGS) $(C_FLAGS) -DSCRIPT='"$*"' -MMD -MP -c -o $@ tests/fuzz/script.c
$(OUT)/fuzz-%: $(OBJ)/tests/fuzz/%_fuzz.o $(filter %.o,$(FUZZ_MAIN)) $(filter-out %/main.o,$(REPL)) $(BIND) $(CORE)
	@echo link $@
	$(Q)$(CC) $(C_FLAGS) $(LDFLAGS) -o $@ $(filter-out $(FUZZ_MAIN),$^) $(FUZZ_MAIN) $(LUA_LIBS) \
	  $(EDIT_LIBS) $(CJSON_LIBS) $(ZLIB_LIBS) -ldl -lm
.SECONDARY: $(FUZZ:%=$(OBJ)/tests/fuzz/%_fuzz.o) $(OBJ)/tests/fuzz/replay.o

# Without the headers nothing is compiled, and setup says what to install.
ifeq ($(CROSS),)
$(BIND) $(REPL): | headers
endif
headers:
	@printf '#include <%s>\n' lua.h lauxlib.h cjson/cJSON.h zlib.h histedit.h | \
	  $(CC) $(CPP_FLAGS) $(C_FLAGS) -E - >/dev/null 2>&1 || \
	  CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' scripts/setup --check build
build-ready:
	@scripts/setup build
test-ready:
	@scripts/setup test
demo: build-ready
	@$(MAKE) --no-print-directory all
	@scripts/demo
ifdef T
test: test-ready
	@: $(call some,$(T_UNIT)$(T_SPEC)$(T_CLI))
	@$(MAKE) --no-print-directory -j$(JOBS) $(if $(T_SPEC)$(T_CLI),all) $(T_UNIT)
	@$(MAKE) --no-print-directory $(if $(T_UNIT),unit) $(if $(T_SPEC),spec) $(if $(T_CLI),cli)
else
test: test-ready
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@$(MAKE) --no-print-directory lint layers
	@$(MAKE) --no-print-directory MODE=lib -j$(JOBS) unit
	@$(MAKE) --no-print-directory -j$(JOBS) --output-sync=target \
	  $(filter-out $(LONG),$(CLI) $(SPEC))
endif
test-long: test-ready
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@$(MAKE) --no-print-directory MODE=san -j$(JOBS) all fuzzers
	@$(MAKE) --no-print-directory MODE=ub -j$(JOBS) build/ub/aurum
	@$(MAKE) --no-print-directory -j$(JOBS) --output-sync=target sanitized $(LONG) confined # longest first
sanitized: # run tests with the address sanitizer, without the filter of workers
	@$(MAKE) --no-print-directory MODE=san unit spec hostile replay
	@$(MAKE) --no-print-directory threads
threads: # run searches that threads share with the thread sanitizer
	@$(MAKE) --no-print-directory MODE=tsan unit T=threads
confined: # run hostile bots with the undefined behaviour sanitizer and the filter
	@$(MAKE) --no-print-directory MODE=ub hostile
unit: $(if $(T),$(T_UNIT),$(UNIT)) # run the core's tests
	@for t in $^; do tests/timed $$t $$t || exit 1; done
spec: $(if $(T),$(T_SPEC),$(SPEC)) # run the Lua module's specs
spec-bench cli-bench: $(OUT)/yardstick.so
$(SPEC): spec-%: $(OUT)/aurum.so # each in a process, which stays small
	@tests/timed '$(MODE) $@' tests/lua/run $(OUT) tests/lua/$*_spec.lua
cli: $(if $(T),$(addprefix cli-,$(T_CLI)),$(CLI)) # run the program's tests
	@: $(call some,$(T_CLI))
$(CLI): cli-%: $(OUT)/aurum # each by itself, so that two run at a time
	@tests/timed '$(MODE) $@' tests/cli/run $(OUT)/aurum $*
hostile: $(OUT)/aurum # run the program's tests of hostile bots, bot profile and, except for MODE=ub, workers
	@for t in hostile profile $(if $(filter ub,$(MODE)),,workers); do tests/timed "$(MODE) cli-$$t" tests/cli/run $(OUT)/aurum $$t || exit; done
lint: # run luacheck; hold C to .clang-format and 80 columns
	luacheck -q lua repl scripts variants tests
	@tests/format
test-fresh: # run make demo and make cli in a new, minimal Debian; as root
	@tests/fresh
test-hosts: all # try locales, file systems, machines and data tools of others
	@scripts/setup test
	@scripts/setup hosts
	@mkdir -p build/hosts && cp tests/hosts/package*.json build/hosts/
	@cd build/hosts && npm ci --silent --no-audit --no-fund
	tests/cli/run $(OUT)/aurum $(or $(call some,$(sort $(foreach t,$(T),$(wildcard tests/hosts/*$t*.test)))),tests/hosts/*.test)
test-web: all # look at the pages, as installed, in headless Chromium
	@scripts/setup web
	@mkdir -p build/web && cp tests/web/package*.json build/web/
	@cd build/web && npm ci --silent --no-audit --no-fund
	@PREFIX='$(CURDIR)/build/web/installed' scripts/install
	tests/web/run build/web/installed/bin/aurum
test-playground: all playground # use the playground in headless Chromium and Firefox
	@-scripts/setup firefox # without it, its tests say that they are skipped
	@mkdir -p build/web build/firefox && cp tests/web/package*.json build/web/
	@cp tests/playground/package*.json build/firefox/
	@for part in web firefox; do (cd build/$$part && npm ci --silent --no-audit --no-fund) || exit; done
	tests/playground/run $(OUT)/aurum
test-cluster: all # play plans by GNU parallel and Slurm, killed and resumed
	@scripts/setup cluster
	tests/cluster/run $(OUT)/aurum
test-packages: # try man pages, completion in shells, and packages; T=NAME for one
	@scripts/setup packages
	@$(MAKE) --no-print-directory -j2 man
	tests/cli/run $(OUT)/aurum $(or $(call some,$(sort $(foreach t,$(T),$(wildcard tests/packages/*$t*.test)))),tests/packages/*.test)
test-ports: # build with musl and clang; run core's tests and games for 32 bits and big-endian
	@tests/ports
test-windows: all # run the program for Windows in wine: matches, records, the REPL
	@tests/windows/run $(OUT)/aurum
layers: # check who may include, call and require whom
	@tests/layers
	@$(MAKE) --no-print-directory -j2 MODE=plain CFLAGS=-O0 symbols
symbols: $(BIND) $(CORE)
	@CC='$(CC)' tests/symbols $^
playground: # make build/web/playground.html, a page with the whole engine
	@scripts/setup playground
	@repl/web/playground/sources build/wasm/src
	@$(MAKE) --no-print-directory -j2 MODE=wasm CC=emcc build/wasm/aurum.js
	@mkdir -p build/web build/playground
	@cp repl/web/playground/package*.json build/playground/
	@cd build/playground && npm ci --silent --no-audit --no-fund
	@node repl/web/playground/build.mjs build/wasm build/playground build/web/playground.html
windows: # make build/windows/aurum-VERSION-windows.zip, by mingw-w64
	@scripts/setup windows
	@repl/web/playground/sources build/windows/src
	@scripts/packaging/windows prepare build/windows
	@$(MAKE) --no-print-directory -j2 MODE=windows CC=x86_64-w64-mingw32-gcc build/windows/aurum.exe
	@scripts/packaging/windows pack build/windows $(VERSION)
conformance: $(OUT)/aurum # write build/conformance, by which other engines check themselves
	@rm -rf build/conformance
	@$(OUT)/aurum run tests/conformance/write.lua build/conformance
	@python3 -B tests/conformance/check.py build/conformance
coverage: # measure which C code the tests run: a quarter of an hour
	@scripts/setup test
	@rm -rf build/cov
	@$(MAKE) --no-print-directory MODE=cov -j2 all
	@$(MAKE) --no-print-directory MODE=cov unit spec cli
	@tests/coverage
faults: $(OUT)/aurum # let the allocations of 13 commands fail in turn: an hour
	tests/cli/faults/run $(OUT)/aurum
mutants: # try N=60 small mutations against the tests; SEED=1 names the draw
	@scripts/setup test
	$(LUA) tests/mutants/run.lua --n $(or $(N),60) $(if $(SEED),--seed $(SEED)) $(if $(T),--only $(T))
chaos: $(OUT)/aurum # soak it under a random hand: MINUTES=120 SEED=1
	tests/chaos/run $(OUT)/aurum $(or $(MINUTES),120) $(SEED)
bench: $(OUT)/aurum # measure the speed of this build
	@-$(MAKE) --no-print-directory $(OUT)/yardstick.so
	$(OUT)/aurum bench
# The reference of `aurum bench`, compiled for this very processor.
$(OUT)/yardstick.so: lua/bind/bench_yardstick.c core/card.c $(wildcard core/*.h) Makefile
	@echo link $@
	$(Q)$(CC) $(CPP_FLAGS) $(C_FLAGS) -march=native -fvisibility=default $(LDFLAGS) \
	  $(SHARED) -o $@ $(filter %.c,$^)
fuzz: # run libFuzzer on each target of tests/fuzz, or T=TARGET, for SECONDS=20
	@scripts/setup fuzz
	@$(MAKE) --no-print-directory MODE=fuzz CC=clang -j2 fuzzers
	tests/fuzz/run $(or $(SECONDS),20) $(or $(T),$(FUZZ))
fuzzers: $(FUZZ:%=$(OUT)/fuzz-%)
replay: fuzzers # run the fuzz targets over their seeds and past findings
	@tests/timed '$(MODE) $@' tests/fuzz/replay $(OUT)
# Packages have the playground. PLAYGROUND=FILE gives a page that was made, and
# PLAYGROUND=no leaves it out.
page = $(or $(PLAYGROUND),build/web/playground.html)
deb: page # build Debian packages into build/deb; PLAYGROUND=no without the page
	@PLAYGROUND='$(page)' scripts/packaging/deb $(VERSION)
dist: man page # make a tarball in build/dist that runs on other Linux systems; PLAYGROUND=no
	@PLAYGROUND='$(page)' scripts/packaging/dist $(VERSION)
page:
ifeq ($(PLAYGROUND),)
	@$(MAKE) --no-print-directory playground || \
	  { echo 'page: PLAYGROUND=no makes packages without the playground' >&2; exit 1; }
else ifeq ($(PLAYGROUND),no)
	@echo 'page: the packages are without the playground'
endif
site: all page # write build/site, for any static host; SITE=ADDRESS for previews
	@scripts/setup site
	@SITE='$(SITE)' scripts/packaging/site $(OUT)/aurum '$(page)' build/site
	@echo build/site/index.html
man: all # write the man pages, which takes scdoc, and the API's reference
	@command -v scdoc >/dev/null || { echo 'man: scdoc is missing; install it' >&2; exit 1; }
	@rm -rf build/pages && mkdir build/pages
	@$(OUT)/aurum run scripts/packaging/pages.lua build/pages
	@export SOURCE_DATE_EPOCH=$$(scripts/packaging/date) && for page in \
	  build/pages/*.scd; do scdoc <$$page >$${page%.scd} || exit; done
	@rm build/pages/*.scd
reference: man # write the reference of the API as one page of HTML
	@echo build/pages/reference.html
install: all # install under PREFIX; scripts/install --help lists other folders
	@if command -v scdoc >/dev/null; then $(MAKE) --no-print-directory man; \
	  else echo 'install: no man pages: scdoc is missing' >&2; fi
	@PREFIX='$(PREFIX)' scripts/install
uninstall: # remove what install put there
	@PREFIX='$(PREFIX)' scripts/install --remove
clean: # remove build/
	rm -rf build
help: # show this
	@sed -n 's/^# make/make/p; s/^\([a-z-]*\):[^#=]*# /make \1  /p' Makefile

# The engine for a browser (MODE=wasm CC=emcc) and for Windows, with libraries that
# the distribution builds for itself alone. `scripts/setup playground` and
# `scripts/setup windows` bring the compilers.
FOREIGN := $(patsubst $(CROSS_SOURCES)/%.c,$(OBJ)/src/%.o,$(sort $(wildcard $(CROSS_SOURCES)/*/*.c)))
$(CROSS_SOURCES)/%.o: $(CROSS_SOURCES)/%.c $(OBJ)/made-by
	@echo $(MODE) $<
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -w $(CROSS_INCLUDE) -c -o $@ $<
build/windows/aurum.exe: $(FOREIGN) $(REPL) $(BIND) $(CORE) \
  $(patsubst %.c,$(OBJ)/%.o,$(wildcard $(WINDOWS)/*.c))
	@echo link $@
	$(Q)$(CC) $(CFLAGS) -static -municode -s -o $@ $^
build/wasm/aurum.js: $(FOREIGN) $(REPL) $(BIND) $(CORE) repl/web/playground/library.js
	@echo link $@
	$(Q)NODE_PATH=$$NODE_PATH:/usr/share/nodejs $(CC) $(CFLAGS_wasm) -o $@ $(filter %.o,$^) \
	  --js-library repl/web/playground/library.js -sMODULARIZE \
	  -sEXPORT_NAME=createAurum -sENVIRONMENT=worker,node -sEXIT_RUNTIME \
	  -sINVOKE_RUN=0 -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=32MB \
	  -sMAXIMUM_MEMORY=1GB -sEXPORTED_FUNCTIONS=_main,_aurum_request,_malloc,_free \
	  -sEXPORTED_RUNTIME_METHODS=FS,callMain,ENV,stringToUTF8,lengthBytesUTF8

-include $(CORE:.o=.d) $(BIND:.o=.d) $(REPL:.o=.d) $(UNIT:=.d)
