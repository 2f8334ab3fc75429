#!/bin/sh
# Writes requirements/*.txt: every package by version and hash, with no address of a registry.
#
#   tools/lock.sh                what pyproject.toml asks for; versions stay where they can
#   tools/lock.sh --upgrade      the newest versions it allows
#   tools/lock.sh -P NAME        the newest version of one package
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd -P)
cd "$here"

compile() {
    to=$1
    shift
    UV_CACHE_DIR="$here/.cache/uv" UV_PYTHON_DOWNLOADS=never UV_CUSTOM_COMPILE_COMMAND=tools/lock.sh \
        .tools/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-annotate --no-emit-index-url --no-emit-find-links --output-file "$to" "$@"
}

# uv reads the dependency groups of no project that it does not manage (see pyproject.toml).
groups() {
    .tools/bin/python -c 'if 1:
        import sys, tomllib
        known = tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]
        print(*(each for name in sys.argv[1:] for each in known[name]), sep="\n")' "$@"
}

echo uv | compile requirements/uv.txt - "$@"
groups build | compile requirements/run.txt pyproject.toml - \
    --extra sim --extra server --extra postgres "$@"
# What both have is the same version in both, since they share one environment.
groups build dev bench | compile requirements/test.txt pyproject.toml - \
    --extra sim --extra server --extra postgres --extra cluster --extra gym \
    --constraint requirements/run.txt "$@"
