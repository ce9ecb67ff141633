#!/bin/bash
# label: once
# One failure does not hide others: a script that begins with rig.bash tells of every failure, of commands whose status
# nothing looks at too, in functions and subshells, and ends with status 1; a good one ends with 0, a skipped one with 77.
. "$CAROM_SOURCE/tests/scripts/rig.bash"
run() { # STATUS SCRIPT
    local status=0
    bash -c ". \"\$CAROM_SOURCE/tests/scripts/rig.bash\"; $2" >out 2>&1 || status=$?
    [[ $status == "$1" ]] || fail "$2: status $status, $(cat out)"
}
run 1 'check() { false; echo on; }; fail one; check; (fail three); near four 1 2 0.5; echo end'
for wanted in 'FAILED: one' 'FAILED: line 1: status 1 of: false' on 'FAILED: three' 'FAILED: four is 1, expected 2 within 0.5' \
    end '4 failed'; do
    grep -qx "$wanted" out || fail "no \"$wanted\" in: $(cat out)"
done
run 0 'x=$(false; echo on); ! false; false || true; if false; then exit 1; fi; [[ $x == on ]]'
run 77 'exit 77'
