// This module is loaded before a gateway that a test starts. Its standard input is a pipe from the test. When the test
// ends, for any reason, standard input closes. This kills the gateway and everything it has started, which are in a
// separate process group.
process.stdin.on("end", pulled).on("error", pulled).resume();
process.stdin.unref?.();

function pulled() {
  process.kill(-process.pid, "SIGKILL");
}
