#!/bin/sh
# The scan of 65,536 floats by 256 lanes: Oclgrind's OpenCL against the emulator's GLSL, with and without races watched.
#
# Prints the minimum of five runs of each, in seconds: the whole process, and the process without what a single work group takes, so that
# compilers and start-up are not compared. Takes the command's path; by default the release build of this repository.
set -eu
cd "$(dirname "$0")"
gristmill=${1:-../../target/release/gristmill}
one_group=$(mktemp --suffix=.sim)
trap 'rm -f "$one_group"' EXIT
sed -e "s|^scan.cl|$PWD/scan.cl|" -e 's/^65536 1 1/256 1 1/' scan.sim > "$one_group"

# Seconds of the fastest of five runs.
fastest() {
    for _ in 1 2 3 4 5; do
        begin=$(date +%s%N)
        "$@" > /dev/null
        end=$(date +%s%N)
        echo $((end - begin))
    done | sort -n | head -1 | awk '{ printf "%.3f", $1 / 1e9 }'
}

# A name, the time of the whole, the time of one group.
row() {
    awk -v name="$1" -v whole="$2" -v one="$3" 'BEGIN { printf "| %-28s | %8.3f | %8.3f |\n", name, whole, whole - one }'
}

echo "| scan of 65,536 floats        | process  | groups   |"
echo "|------------------------------|----------|----------|"
if command -v oclgrind-kernel > /dev/null; then
    row "oclgrind" "$(fastest oclgrind-kernel scan.sim)" "$(fastest oclgrind-kernel "$one_group")"
    row "oclgrind --data-races" \
        "$(fastest oclgrind-kernel --data-races scan.sim)" "$(fastest oclgrind-kernel --data-races "$one_group")"
else
    echo "There is no oclgrind-kernel; Debian's package oclgrind has it."
fi
