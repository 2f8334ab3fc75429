# Sourced by ./lammer and ./test: makes the environment the checkout needs, inside the checkout,
# once. Everything it says goes to standard error, so that what a command prints stays its own.
#
#   prepare run     what ./lammer needs
#   prepare test    the same with what ./test needs beside it

UV_VERSION=0.13.7

say() { printf 'lammer: %s\n' "$*" >&2; }

find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return 0
        fi
    done
    say "Python 3.11 or newer is needed and was not found."
    say "On Debian or Ubuntu: apt-get install python3 python3-venv"
    return 1
}

make_tools() {
    python=$1
    [ -x "$here/.tools/bin/uv" ] && [ "$(cat "$here/.tools/version" 2>/dev/null)" = "$UV_VERSION" ] &&
        return 0
    rm -rf "$here/.tools"
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        ! "$python" -m venv "$here/.tools" >&2; then
        rm -rf "$here/.tools"
        say "this Python cannot make virtual environments: its venv module is missing."
        say "On Debian or Ubuntu: apt-get install python3-venv"
        return 1
    fi
    if ! "$here/.tools/bin/python" -m pip install --quiet --disable-pip-version-check \
        --no-cache-dir "uv==$UV_VERSION" >&2; then
        say "uv $UV_VERSION could not be installed from the package registry: is there a network?"
        return 1
    fi
    echo "$UV_VERSION" >"$here/.tools/version"
}

make_environment() {
    python=$(find_python) || return 1
    say "first run: setting up in $here/.venv (this happens once)"
    make_tools "$python" || return 1
    # An environment from another place or another Python is made anew.
    if [ -d "$here/.venv" ] && [ "$(cat "$here/.venv/.made-in" 2>/dev/null)" != "$here" ]; then
        rm -rf "$here/.venv"
    fi
    groups=--no-default-groups
    [ "$1" = test ] && groups=--all-groups
    if ! (
        unset UV_PYTHON VIRTUAL_ENV
        export UV_PROJECT_ENVIRONMENT="$here/.venv" UV_CACHE_DIR="$here/.cache/uv"
        export UV_PYTHON_DOWNLOADS=never
        [ -x "$here/.venv/bin/python" ] ||
            "$here/.tools/bin/uv" venv --quiet --no-project --python "$python" "$here/.venv" || exit 1
        "$here/.tools/bin/uv" sync --quiet --frozen --inexact $groups --project "$here"
    ) >&2; then
        say "the environment could not be made; the lines above say why."
        return 1
    fi
    echo "$here" >"$here/.venv/.made-in"
}

prepare() {
    stamp="$here/.venv/.ready-$1"
    want="$here $UV_VERSION $(cat "$here/pyproject.toml" "$here/uv.lock" | cksum)"
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want" ]; then
        return 0
    fi
    if command -v flock >/dev/null 2>&1; then
        # Two first runs at once: the second waits, then finds the work done.
        exec 9>"$here/.setup.lock"
        flock 9
        if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want" ]; then
            exec 9>&-
            return 0
        fi
    fi
    make_environment "$1" || exit 2
    echo "$want" >"$stamp"
    if command -v flock >/dev/null 2>&1; then
        exec 9>&-
    fi
}
