# Sourced by the scripts in bin/. `shuffle_install local|dev` makes the virtual environment and brings it to that lock.
# No package index is named anywhere: the machine's own pip or uv settings rule.

shuffle_root="$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd -P)"
shuffle_venv="${SHUFFLE_VENV:-$shuffle_root/.venv}"
shuffle_python="$shuffle_venv/bin/python"

_shuffle_is_311() { "$1" -c "import sys${2:+, $2}; sys.exit(sys.version_info[:2] != (3, 11))" 2>/dev/null; }

# The distribution's own first, where it can make environments: it is built for speed, and one that somebody compiled with
# common options needs a quarter more time for everything.
_shuffle_find_python() {
  local candidate
  if [ -z "${SHUFFLE_PYTHON:-}" ] && _shuffle_is_311 /usr/bin/python3.11 ensurepip; then
    echo /usr/bin/python3.11
    return
  fi
  for candidate in "${SHUFFLE_PYTHON:-}" python3.11 python3 /usr/bin/python3.11; do
    if [ -n "$candidate" ] && _shuffle_is_311 "$candidate"; then
      echo "$candidate"
      return
    fi
  done
  echo "Python 3.11 is needed and was not found. On Debian or Ubuntu:" >&2
  echo "    sudo apt-get install python3.11 python3.11-venv" >&2
  echo "or name yours: SHUFFLE_PYTHON=/path/to/python3.11 $0" >&2
  return 1
}

_shuffle_make_venv() {
  local base
  base="$(_shuffle_find_python)" || return 1
  echo "Making $shuffle_venv …"
  if "$base" -c 'import ensurepip' 2>/dev/null; then
    "$base" -m venv --clear "$shuffle_venv"
    return
  fi
  # Debian splits ensurepip off. A pip or uv that is already on the machine can fill an empty environment.
  if "$base" -m pip --version >/dev/null 2>&1 || uv --version >/dev/null 2>&1; then
    "$base" -m venv --without-pip --clear "$shuffle_venv"
    return
  fi
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing python3-venv with apt-get …"
    if { apt-get update -qq && apt-get install -y -qq --no-install-recommends python3.11-venv; } >/dev/null; then
      "$base" -m venv --clear "$shuffle_venv"
      return
    fi
  fi
  echo "This Python comes without pip and venv. On Debian or Ubuntu:" >&2
  echo "    sudo apt-get install python3.11-venv" >&2
  return 1
}

# uv reads no pip.conf: what the machine says there only, its index and its certificates, is handed over.
# (`pip config get` reads one file only, `list` all of them.)
_shuffle_pip_says() { _shuffle_pip config list 2>/dev/null | sed -n "s/^global\.$1='\(.*\)'\$/\1/p"; }

_shuffle_hand_over() {
  local index certificates
  if [ -z "${UV_DEFAULT_INDEX:-}${UV_INDEX_URL:-}" ]; then
    index="${PIP_INDEX_URL:-$(_shuffle_pip_says index-url)}"
    [ -z "$index" ] || export UV_DEFAULT_INDEX="$index"
  fi
  if [ -z "${SSL_CERT_FILE:-}" ]; then
    certificates="${PIP_CERT:-$(_shuffle_pip_says cert)}"
    [ -z "$certificates" ] || export SSL_CERT_FILE="$certificates"
  fi
}

_shuffle_pip() {
  if "$shuffle_python" -m pip --version >/dev/null 2>&1; then
    "$shuffle_python" -m pip "$@"
  else
    "$(_shuffle_find_python)" -m pip --python "$shuffle_python" "$@"
  fi
}

_shuffle_uv() {
  if "$shuffle_venv/bin/uv" --version >/dev/null 2>&1; then
    echo "$shuffle_venv/bin/uv"
  elif uv --version >/dev/null 2>&1; then
    echo uv
  elif _shuffle_pip install --quiet --disable-pip-version-check --require-hashes \
    -r "$shuffle_root/requirements/tool.txt" >&2; then
    echo "$shuffle_venv/bin/uv"
  else
    return 1
  fi
}

_shuffle_sha() { sha256sum "$shuffle_root/requirements/$1.txt" | cut -d' ' -f1; }

# The stamp names every lock that the environment satisfies: dev holds local, so going back needs no work.
_shuffle_has() { grep -qsx "$1 $(_shuffle_sha "$1")" "$shuffle_venv/shuffle-locks"; }

_shuffle_install_lock() {
  local lock="$1" file="$shuffle_root/requirements/$1.txt" uv how=install
  if ! "$shuffle_python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null; then
    _shuffle_make_venv || return 1
  fi
  if _shuffle_has "$lock"; then return 0; fi
  rm -f "$shuffle_venv/shuffle-locks"
  [ "$lock" != dev ] || how=sync
  echo "Installing $(grep -c '^[a-zA-Z0-9].*==' "$file") packages from requirements/$lock.txt …"
  _shuffle_hand_over
  local done=1
  if uv="$(_shuffle_uv)"; then
    if [ "$how" = sync ]; then
      "$uv" pip sync --python "$shuffle_python" --require-hashes "$file" && done=0
    else
      "$uv" pip install --python "$shuffle_python" --require-hashes -r "$file" && done=0
    fi
  fi
  if [ "$done" != 0 ]; then
    echo "uv could not do it; trying pip …"
    if ! _shuffle_pip install --disable-pip-version-check --require-hashes -r "$file"; then
      echo "The packages could not be installed. Is this machine's package index reachable? Nothing was started." >&2
      return 1
    fi
  fi
  echo "local $(_shuffle_sha local)" >"$shuffle_venv/shuffle-locks"
  [ "$lock" = local ] || echo "dev $(_shuffle_sha dev)" >>"$shuffle_venv/shuffle-locks"
}

shuffle_install() {
  if command -v flock >/dev/null && mkdir -p "$(dirname "$shuffle_venv")" 2>/dev/null && : 2>/dev/null >>"$shuffle_venv.lock"; then
    (
      flock 9
      _shuffle_install_lock "$1"
    ) 9>>"$shuffle_venv.lock"
  else
    _shuffle_install_lock "$1"
  fi
}
