// Loaded before a gateway that a test starts. The test holds the other end of standard input: when the test ends,
// however it ends, the gateway and everything it started end too. They are a process group of their own.
process.stdin.on("end", pulled).on("error", pulled).resume();
process.stdin.unref?.();

function pulled() {
  process.kill(-process.pid, "SIGKILL");
}
