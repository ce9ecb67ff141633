#!/bin/bash
# label: once
# The engine with threads that hammer its parameters, under the thread sanitizer: not one report. The same program
# with a race put in must give one, else the sanitizer was not looking.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
[ "${CAROM_SANITIZE:-OFF}" = OFF ] || exit 77 # once is enough
compiler=gcc
[ "${CAROM_COMPILER:-GNU}" = GNU ] || compiler=clang
root=$CAROM_SOURCE
flags=(-std=c17 -O0 -g1 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-math-errno -fsanitize=thread -I"$root/include"
    -I"$root/src" -I"$root/tests/rigs")

printf 'int main(void) { return 0; }\n' >probe.c
if ! "$compiler" "${flags[@]}" probe.c -o probe 2>probe.log || ! ./probe 2>>probe.log; then
    echo "skipped: $compiler has no thread sanitizer that works here: $(head -1 probe.log)"
    exit 77
fi
# Only what ends up in the program: sources of the names that its link with the ordinary library takes.
"$compiler" "${flags[@]/-fsanitize=thread/-g0}" "$root/tests/rt/test_rt_threads.c" "$(dirname "$CAROM")/libcarom.a" -o ordinary \
    -lm -lpthread -Wl,-Map=map
grep -oE 'libcarom\.a\([^)]*\.c\.o\)' map | sed 's/.*(\(.*\)\.o)/\1/' | sort -u >taken
rm -rf objects && mkdir objects
for file in "$root"/src/*/*.c; do
    if grep -qxF "${file##*/}" taken; then echo "$file"; fi
done | xargs -P 2 -I{} sh -c \
    'out=objects/$(echo "${1#"$2"/}" | tr / _).o; shift 2; exec "$@" -o "$out"' sh {} "$root" \
    "$compiler" "${flags[@]}" -c {}
rm -f engine.a && ar rcs engine.a objects/*.o
"$compiler" "${flags[@]}" "$root/tests/rt/test_rt_threads.c" engine.a -o quiet -lm -lpthread
"$compiler" "${flags[@]}" -DRACE "$root/tests/rt/test_rt_threads.c" engine.a -o racing -lm -lpthread

export TSAN_OPTIONS="exitcode=66 halt_on_error=0"
./quiet 2>quiet.log || fail "status $?: $(head -40 quiet.log)"
! grep -q 'ThreadSanitizer' quiet.log || fail "$(cat quiet.log)"
if TSAN_OPTIONS="exitcode=66 halt_on_error=1" ./racing >/dev/null 2>racing.log || ! grep -q 'data race' racing.log; then
    fail "the sanitizer does not see a race that is there"
fi
echo "no report in the engine; the race that was put in is seen"
