// Loaded before a gateway that a test starts. The test holds the other end of standard input, so when the test ends, in
// whatever way, the gateway and everything it started end too. They are in a separate process group.
process.stdin.on("end", pulled).on("error", pulled).resume();
process.stdin.unref?.();

function pulled() {
  process.kill(-process.pid, "SIGKILL");
}
