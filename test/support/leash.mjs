// Loaded before a gateway that a test starts. The test holds the other end of standard input. When the test ends, no
// matter how, standard input closes. This kills the gateway and everything it has started, which share a process group
// of their own.
process.stdin.on("end", pulled).on("error", pulled).resume();
process.stdin.unref?.();

function pulled() {
  process.kill(-process.pid, "SIGKILL");
}
