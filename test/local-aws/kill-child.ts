import { startEmulators } from "../../local/aws/emulators.ts";
import { runningClock } from "../support/test-clock.ts";

// The process that the kill test kills. It runs emulators on the given folder and prints their environment as its first
// line.
const aws = await startEmulators({ clock: runningClock(), dataDir: process.argv[2] ?? null });
console.log(JSON.stringify(aws.env));
