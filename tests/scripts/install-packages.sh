#!/bin/bash
# label: once
# tools/install-packages asks apt-get for the missing packages alone, once. Tried with stand-ins for dpkg-query,
# apt-get and sudo, which write down how they are called.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

rm -rf bin calls
mkdir bin
for tool in bash env grep cat mktemp rm; do ln -s "$(type -P $tool)" bin/; done

cat >bin/dpkg-query <<'S'
#!/bin/bash
[[ ${!#} != gone ]] || exec echo config-files
[[ ${!#} == have* ]] && echo installed
S
cat >bin/apt-get <<'S'
#!/bin/bash
echo "$DEBIAN_FRONTEND: $*" >>calls
echo "chatter"
[[ $* != *broken* ]]
S
printf '#!/bin/bash\nexec "$@"\n' >bin/sudo
chmod +x bin/{dpkg-query,apt-get,sudo}
install() { PATH=$PWD/bin "$CAROM_SOURCE/tools/install-packages" "$@" 2>err; }

[[ -z $(install have1 have2) && ! -e calls && ! -s err ]] || fail "did something though nothing is missing"

[[ -z $(install have1 gone none) ]] || fail "wrote to stdout"
[[ $(grep -c update calls) == 1 && $(wc -l <calls) == 2 ]] || fail "calls: $(cat calls)"
grep -q '^noninteractive: .*install --no-install-recommends gone none$' calls || fail "calls: $(cat calls)"
[[ $(cat err) == "install-packages: installing gone none" ]] || fail "messages: $(cat err)"

if install broken; then fail "success though apt-get failed"; fi
[[ $(cat err) == *chatter*"could not install: broken"* ]] || fail "messages: $(cat err)"

rm bin/apt-get
if install none; then fail "success without apt-get"; fi
grep -q 'please install the equivalents of: none' err || fail "messages: $(cat err)"
echo "packages are installed"
