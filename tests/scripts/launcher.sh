#!/bin/bash
# label: once
# ./carom builds once and again after a change, keeps stdout, stdin, working directory and exit status for the
# program, and lets two first runs at once come out right. Tried on a small project around the real launcher.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

rm -rf project elsewhere
mkdir -p project/{src,apps,tools} elsewhere
cp "$CAROM_SOURCE"/{carom,CMakePresets.json} project/
cp "$CAROM_SOURCE"/tools/{packages,install-packages} project/tools/
cat >project/CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.22)
project(small LANGUAGES C)
file(GLOB sources CONFIGURE_DEPENDS src/*.c)
add_executable(carom apps/main.c ${sources})
C
cat >project/apps/main.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
    int c;
    if (count > 1 && words[1][0] == 'n') return puts(words[0]) < 0;
    FILE *file = count > 2 ? fopen(words[2], "r") : stdin;
    if (!file) return 9;
    while ((c = getc(file)) != EOF) putchar(c);
    return count > 1 ? atoi(words[1]) : 0;
}
C
carom=$PWD/project/carom

# Two first runs at once; both must work, stdout holds only what the program prints.
echo one | "$carom" >out1 2>err1 &
first=$!
echo two | "$carom" >out2 2>err2 || fail "second run: $(cat err2)"
wait "$first" || fail "first run: $(cat err1)"
[[ $(cat out1) == one && $(cat out2) == two ]] || fail "stdout or stdin: $(cat out1 out2)"
[[ $(cat err1 err2) == "carom: building" ]] || fail "expected one build, got: $(cat err1 err2)"

# The caller's working directory, arguments and exit status; nothing is built.
cd elsewhere
echo "in a file" >"a name"
status=0
output=$("$carom" 7 "a name" 2>err) || status=$?
[[ $status == 7 && $output == "in a file" && ! -s err ]] || fail "status $status, '$output', $(cat err)"
ln -s "$carom" link
[[ $(./link 0 "a name" 2>&1) == "in a file" ]] || fail "through a symbolic link"
[[ $(./link name) == ./link && $(cd .. && project/carom name) == project/carom ]] ||
    fail "the program does not know what the user typed"

# A new, a changed and a removed source each cause one build.
builds() { "$carom" </dev/null 2>&1; }
[[ -z $(builds) ]] || fail "built without a change"
echo 'int extra(void); int extra(void) { return 1; }' >../project/src/extra.c
[[ $(builds) == "carom: building" && -z $(builds) ]] || fail "a new source"
echo 'int extra(void); int extra(void) { return 2; }' >../project/src/extra.c
[[ $(builds) == "carom: building" && -z $(builds) ]] || fail "a changed source"
rm ../project/src/extra.c
[[ $(builds) == "carom: building" && -z $(builds) ]] || fail "a removed source"

# Whatever of the build's needs is missing, it is installed before the build begins. Stand-ins for pkg-config, the
# compiler, CMake and the installation; what is needed is read from CMakeLists.txt.
mkdir -p bin
printf '#!/bin/bash\n' >bin/cmake
cat >bin/pkg-config <<'S'
#!/bin/bash
[[ " $* " != *" $ABSENT "* ]]
S
printf '#!/bin/bash\n[[ " $* " != *" -l$ABSENT "* ]] || exit 1\nexec %s "$@"\n' "$(type -P cc)" >bin/cc
printf '#!/bin/bash\necho "$*" >>"%s/installed"\n' "$PWD" >../project/tools/install-packages
chmod +x bin/*
needs=$(sed -n 's/^pkg_check_modules(.* IMPORTED_TARGET \(.*\))/\1/p; s/^find_library(MUMPS_LIBRARY \([^ ]*\).*/\1/p' \
    "$CAROM_SOURCE/CMakeLists.txt")
[[ $(wc -w <<<"$needs") -ge 8 ]] || fail "CMakeLists.txt needs only $needs"
for need in nothing $needs; do
    rm -f ../project/build/launcher.stamp installed
    output=$(PATH=$PWD/bin:$PATH ABSENT=$need CC=cc "$carom" </dev/null 2>&1)
    [[ $output == "carom: building" ]] || fail "without $need: $output"
    [[ $need == nothing && ! -e installed || $need != nothing && $(wc -l <installed) == 1 ]] ||
        fail "without $need: installed $(cat installed 2>&1)"
done

# A folder that cannot be written to: one line that says what to do.
mv ../project ../readonly
rm -rf ../readonly/build
touch ../readonly/build
if output=$(../readonly/carom 2>err </dev/null); then fail "ran where nothing can be built"; fi
[[ -z $output && $(wc -l <err) == 1 && $(cat err) == carom:*readonly/build*"copy the folder"* ]] || fail "$(cat err)"
rm ../readonly/build
mv ../readonly ../project

# A source that does not compile: the compiler's words on stderr, nothing on stdout, and no old program runs.
echo 'not C' >../project/src/extra.c
if output=$("$carom" 2>err </dev/null); then fail "ran in spite of a broken source"; fi
[[ -z $output ]] || fail "build output on stdout: $output"
[[ $(cat err) == *extra.c:1*"the build failed"* ]] || fail "no reason given: $(cat err)"
echo "the launcher works"
