#!/bin/bash
# label: once
# The manual page is well formed and knows every verb and every option with its argument.
. "$CAROM_SOURCE/tests/scripts/rig.bash"

page=$CAROM_SOURCE/man/carom.1
command -v mandoc >/dev/null || exit 77
mandoc -T lint -W warning "$page" || fail "mandoc complains"
mandoc -T ascii "$page" | sed 's/.\x08//g' | tr -s ' \t\n' ' ' >text

verbs=$("$CAROM" help | awk '/^  [a-z]/ { print $1 }')
[[ $(wc -w <<<"$verbs") -ge 7 ]] || fail "verbs: $verbs"
for verb in $verbs; do
    grep -qF " carom $verb " text || fail "carom $verb is not in the manual"
    # The part between the heading of the verb and the next heading, in the order of the text.
    awk -v from="^[.]Ss carom $verb\$" '$0 ~ from { on = 1; next } /^[.]S[sh]/ { on = 0 } on' "$page" >part
    # And the part of the synopsis.
    awk -v verb="[.]Cm $verb" '/^[.]Sh/ { synopsis = $2 == "SYNOPSIS" } /^[.]Nm/ { on = 0 } synopsis && $0 ~ "^" verb "$" { on = 1 } on' "$page" >synopsis
    while read -r option argument _; do
        name=${option#-}
        grep -qE -- "[.](Op )?Fl ${name}( |\$)" synopsis || fail "carom $verb $option is not in the synopsis"
        grep -qE -- "[.]It .*Fl ${name}( |\$)" part || fail "carom $verb $option is not explained"
        [[ $argument != [A-Z]* ]] || grep -qF -- "$option $argument" text || fail "carom $verb: $option $argument"
    done < <("$CAROM" help "$verb" | grep '^  -')
    # Examples can be typed: what a shell would take apart stands in quotes.
    ! "$CAROM" help "$verb" | grep '^  carom ' | sed "s/'[^']*'//g" | grep '[][{}()*;]' || fail "carom help $verb: not quoted"
done
for status in 0 1 2 3 4; do grep -qx "[.]It $status" "$page" || fail "exit status $status"; done
echo "the manual knows every option"
