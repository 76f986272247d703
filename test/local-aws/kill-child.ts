import { startEmulators } from "../../local/aws/emulators.ts";
import { runningClock } from "../support/test-clock.ts";

// The process killed by the kill test: emulators on the given folder, whose environment is the first line it prints.
const aws = await startEmulators({ clock: runningClock(), dataDir: process.argv[2] ?? null });
console.log(JSON.stringify(aws.env));
