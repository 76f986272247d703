// Loaded before a gateway that a test starts. The test holds the other end of standard input. However the test ends,
// standard input is then closed, which kills the gateway and everything it has started: they share a process group of
// their own.
process.stdin.on("end", pulled).on("error", pulled).resume();
process.stdin.unref?.();

function pulled() {
  process.kill(-process.pid, "SIGKILL");
}
