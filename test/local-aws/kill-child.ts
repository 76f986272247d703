import { startEmulators } from "../../local/aws/emulators.ts";
import { runningClock } from "../support/test-clock.ts";

// The process that the kill test kills: emulators on the folder given, whose environment is the first line it says.
const aws = await startEmulators({ clock: runningClock(), dataDir: process.argv[2] ?? null });
console.log(JSON.stringify(aws.env));
