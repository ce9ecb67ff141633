#!/bin/bash
# label: once
# What `cmake --install` leaves: moved elsewhere it still serves a C and a C++ program, by pkg-config, shared and static, and by
# CMake; the shared library shows what the headers declare and nothing else. Without the other libraries the core
# alone can be configured.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
[ "${CAROM_SANITIZE:-OFF}" = OFF ] || exit 77 # a library with sanitizers wants a program with them
build=$(dirname "$CAROM")
rm -rf first moved here core
cmake --install "$build" --prefix "$PWD/first" >log
mv first moved
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find moved -name carom.pc)")
libraries=$(dirname "$(find moved -name libcarom.so)")

cat >use.c <<'C'
#include <carom/carom.h>

#include <stdio.h>

int main(void) {
    cr_impact impact = cr_impact_default();
    cr_impact_result result;
    cr_error error;
    if (cr_impact_run(&impact, cr_sample_sink{0}, &result, &error) < 0) return 1;
    printf("%.9f\n", result.v_out);
    return 0;
}
C
sed 's/cr_sample_sink{0}/(cr_sample_sink){0}/' use.c >use_c.c
sed 's/cr_sample_sink{0}/cr_sample_sink{}/' use.c >use_cpp.cpp
expected=$("$CAROM" impact --json | jq -r .v_out)
runs() { # WHAT PROGRAM
    local got
    got=$(LD_LIBRARY_PATH=$libraries "$2") || fail "$1 does not run"
    awk -v a="$got" -v b="$expected" 'BEGIN { exit !(a - b < 1e-8 && b - a < 1e-8) }' || fail "$1: $got, not $expected"
}
# shellcheck disable=SC2046 # pkg-config gives words
{
    cc -std=c17 -Wall -Wextra -Wpedantic -Werror use_c.c -o by-c $(pkg-config --cflags --libs carom)
    c++ -std=c++17 -Wall -Wextra -Werror use_cpp.cpp -o by-cpp $(pkg-config --cflags --libs carom)
    cc use_c.c -o static $(pkg-config --cflags carom) "$libraries/libcarom.a" -lm
}
runs "shared, C" ./by-c
runs "shared, C++" ./by-cpp
runs "static" ./static

mkdir here
cat >here/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(here LANGUAGES C)
find_package(carom 0.1 REQUIRED)
add_executable(by-core ../use_c.c)
target_link_libraries(by-core PRIVATE carom::core)
add_executable(by-shared ../use_c.c)
target_link_libraries(by-shared PRIVATE carom::shared)
CMAKE
{ cmake -S here -B here/build -DCMAKE_PREFIX_PATH="$PWD/moved" && cmake --build here/build; } >log 2>&1 || fail "CMake: $(cat log)"
runs "by CMake, static" here/build/by-core
runs "by CMake, shared" here/build/by-shared

# The program finds the scenes that were installed with it.
[[ $(moved/bin/carom list scenes | head -n 1) == "Scenes of $PWD/moved/"* ]] || fail "other scenes than those installed"

# Every name that is shown stands in a header.
nm -D --defined-only "$libraries/libcarom.so" | awk '{ print $3 }' | sed 's/@.*//' | sort -u >names
[[ $(wc -l <names) -gt 100 ]] || fail "only $(wc -l <names) names are shown"
while read -r name; do
    grep -qrw -- "$name" moved/include/carom || fail "$name is shown, and is in no header"
done <names

PKG_CONFIG_LIBDIR=/nowhere PKG_CONFIG_PATH='' cmake -S "$CAROM_SOURCE" -B core -DCAROM_CORE_ONLY=ON -DBUILD_TESTING=OFF \
    >log 2>&1 || fail "core alone: $(cat log)"
echo "installed: $(wc -l <names) names"
