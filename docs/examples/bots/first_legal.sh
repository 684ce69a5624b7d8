#!/bin/sh
# Plays the first legal action, whatever it is.
while IFS= read -r turn; do
    rest=${turn#*'"legal":["'}
    printf '%s\n' "${rest%%'"'*}"
done
