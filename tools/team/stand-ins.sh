# Read before each block of docs/one-machine.md: what a trial has no use for, or no engine. TRIAL is its folder.
apt-get() { :; }
git() { :; }
npm() { [ "$1" = ci ] || command npm "$@"; }
curl() { command curl --cacert "$TRIAL/proxy/ca.pem" --resolve gw.example.com:443:127.0.0.1 --noproxy '*' "$@"; }
journalctl() { tail -n 20 "$TRIAL/log"; }

# Does what the unit asks of systemd: its user, folder, settings and command, and a state folder for this user alone.
# Its hardening is not part of it.
systemctl() {
  case "$1 $2" in
    'enable --now' | 'start messaging-gateway') start_service ;;
    'stop messaging-gateway') stop_service ;;
    'reload caddy') ;;
    *) echo "systemctl $* is not known here" >&2; return 1 ;;
  esac
}

start_service() {
  unit=$(sed -E "s#=/(opt|etc|var)/#=$TRIAL/\\1/#" "$TRIAL/etc/systemd/system/messaging-gateway.service")
  of_unit() { sed -n "s#^$1=##p" <<< "$unit"; }
  install -d -m 700 -o messaging-gateway -g messaging-gateway "$TRIAL/var/lib/messaging-gateway"
  mapfile -t settings < <(of_unit Environment; grep -v '^#' "$(of_unit EnvironmentFile)")
  mapfile -t command < <(of_unit ExecStart | tr ' ' '\n')
  cd "$(of_unit WorkingDirectory)"
  umask 077
  setsid runuser -u messaging-gateway -- env -i PATH="$PATH" "${settings[@]}" "${command[@]}" >> "$TRIAL/log" 2>&1 &
  echo $! > "$TRIAL/service"
  cd "$OLDPWD"
}

# The signal goes to the gateway alone, as KillMode=mixed does first.
stop_service() {
  pid=$(cat "$TRIAL/service" 2>/dev/null) || return 0
  if [ -d "/proc/$pid" ]; then kill -TERM "$(pgrep -P "$pid" || echo "$pid")"; fi
  tail --pid="$pid" -f /dev/null
}
