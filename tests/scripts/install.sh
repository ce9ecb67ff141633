#!/bin/bash
# label: once
# What `cmake --install` leaves, moved elsewhere, and what the packages of `cpack -G DEB` hold: a C and a C++ program of
# at most 40 lines (examples/front_door.*) render a scene, play it and compute the modes of a mug; linked by pkg-config,
# shared and static, and by CMake. The program finds its scenes and the computation of modes from where it lies. The
# shared libraries show what the headers declare and nothing else, and every definition has a default. Without the
# other libraries the core alone can be configured.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
[ "${CAROM_SANITIZE:-OFF}" = OFF ] || exit 77 # a library with sanitizers wants a program with them
build=$(dirname "$CAROM")
example=$CAROM_SOURCE/examples/front_door
export CAROM_CACHE='' OPENBLAS_NUM_THREADS=1
for file in "$example".c "$example".cpp; do
    lines=$(grep -cvE '^(//.*)?$' "$file")
    [[ $lines -le 40 ]] || fail "$file has $lines lines"
done

runs() { # WHAT ROOT PROGRAM
    local got
    got=$(LD_LIBRARY_PATH=$libraries "$3" "$2/share/carom/scenes/objects/bell.yaml" 2>&1) || fail "$1 does not run: $got"
    [[ $got == "$(cat "$example.expected")" ]] || fail "$1: $got"
}
uses() { # WHAT ROOT: programs linked by pkg-config with what lies there, and the program itself
    local got
    export PKG_CONFIG_PATH
    PKG_CONFIG_PATH=$(dirname "$(find "$2" -name carom.pc)")
    libraries=$(dirname "$(find "$2" -name libcarom.so)")
    # shellcheck disable=SC2046 # pkg-config gives words
    {
        cc -std=c17 -Wall -Wextra -Wpedantic -Werror "$example.c" -o by-c $(pkg-config --cflags --libs carom-prep)
        c++ -std=c++17 -Wall -Wextra -Werror "$example.cpp" -o by-cpp $(pkg-config --cflags --libs carom-prep)
    }
    runs "$1, C" "$2" ./by-c
    runs "$1, C++" "$2" ./by-cpp
    (cd / && "$OLDPWD/$2/bin/carom" render objects/bell -d 0.1 -o "$OLDPWD/x.wav") >log 2>&1 || fail "$1: $(cat log)"
    got=$("$2/bin/carom" modal mug -n 1 --edge 0.015 --layers 1 2>&1) || fail "$1: $got"
    ! readelf -d "$2/bin/carom" "$libraries"/*.so | grep -F "$build" || fail "$1: names the build"
}

rm -rf first moved here core root packages alone
cmake --install "$build" --prefix "$PWD/first" >log
mv first moved
uses installed moved
for file in share/carom/carom.schema.json share/bash-completion/completions/carom \
    share/fish/vendor_completions.d/carom.fish share/zsh/site-functions/_carom share/man/man1/carom.1 \
    share/carom/scenes/gong.yaml share/carom/scenes/solids/mug.yaml share/carom/scenes/s3/measured.csv share/doc/carom/README.md share/doc/carom/docs/modes.md; do
    [[ -s moved/$file ]] || fail "$file is not installed"
done
bash -n moved/share/bash-completion/completions/carom

# shellcheck disable=SC2046
cc "$example.c" -o static $(pkg-config --cflags carom) "$libraries/libcarom-prep.a" "$libraries/libcarom.a" \
    $(pkg-config --static --libs-only-l carom-prep | sed 's/-lcarom[-a-z]*//g')
runs static moved ./static
! readelf -d static | grep -q libcarom || fail "the static one is not static"

# Without a word of the computation of modes, the library loads it; without the library there is one line.
sed 's/cr_modes_compute/0/' "$example.c" >loads.c
# shellcheck disable=SC2046
cc loads.c -o loads $(pkg-config --cflags --libs carom)
runs loading moved ./loads
mkdir -p alone/bin
cp moved/bin/carom alone/bin
status=0
alone/bin/carom modal box -o x.modes >log 2>err || status=$?
[[ $status == 1 && ! -e x.modes && $(wc -l <err) == 1 && $(cat err) == *"needs libcarom-prep.so.0, which cannot be loaded"* ]] ||
    fail "alone: $status, $(cat err)"

mkdir here
cat >here/CMakeLists.txt <<CMAKE
cmake_minimum_required(VERSION 3.22)
project(here LANGUAGES C)
find_package(carom 0.1 REQUIRED)
add_executable(by-static $example.c)
target_link_libraries(by-static PRIVATE carom::prep_core)
add_executable(by-shared $example.c)
target_link_libraries(by-shared PRIVATE carom::prep)
CMAKE
{ cmake -S here -B here/build -DCMAKE_PREFIX_PATH="$PWD/moved" && cmake --build here/build; } >log 2>&1 || fail "CMake: $(cat log)"
runs "by CMake, static" moved here/build/by-static
runs "by CMake, shared" moved here/build/by-shared

# Every name that is shown stands in a header, every definition of a header has its default.
grep -ohE '\bcr_\w+' moved/include/carom/*.h | sort -u >declared
for library in libcarom.so libcarom-prep.so; do
    nm -D --defined-only "$libraries/$library" | awk '{ print $3 }' | sed 's/@.*//' | sort -u >"names-$library"
    comm -23 "names-$library" declared >undeclared
    [[ ! -s undeclared ]] || fail "$library: in no header: $(tr '\n' ' ' <undeclared)"
done
[[ $(wc -l <names-libcarom.so) -gt 150 && $(wc -l <names-libcarom-prep.so) -ge 4 ]] || fail "few names are shown"
grep -ohE '\bcr_[a-z]+_def\b' moved/include/carom/*.h | sort -u | while read -r type; do
    grep -qx "${type}_default" names-libcarom.so || fail "$type has no default"
done
needs() { readelf -d "$1" | sed -n 's/.*NEEDED.*\[\(lib[a-z]*\).*/\1/p' | sort | tr '\n' ' '; }
[[ $(needs "$libraries/libcarom.so") == "libc libm libyaml " ]] || fail "libcarom needs $(needs "$libraries/libcarom.so")"
! needs moved/bin/carom | grep -qE 'mumps|blas|lapack' || fail "the program waits for $(needs moved/bin/carom)"

if command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null; then
    mkdir packages root
    # Ninja has no target that brings everything up to date before: what is built is packed.
    cpack -G DEB --config "$build/CPackConfig.cmake" -B "$PWD/packages" -D CPACK_CMAKE_GENERATOR=Ninja >log 2>&1 ||
        fail "cpack: $(cat log)"
    for package in packages/*.deb; do dpkg-deb -x "$package" root; done
    [[ $(find packages -maxdepth 1 -name '*.deb' | wc -l) == 2 ]] || fail "packages: $(ls packages)"
    dpkg-deb -f packages/carom_*.deb Depends | grep -q 'libyaml' || fail "what the package needs"
    uses "from packages" root/usr
fi

PKG_CONFIG_LIBDIR=/nowhere PKG_CONFIG_PATH='' cmake -S "$CAROM_SOURCE" -B core -DCAROM_CORE_ONLY=ON -DBUILD_TESTING=OFF \
    >log 2>&1 || fail "core alone: $(cat log)"
echo "installed: $(cat names-* | wc -l) names"
