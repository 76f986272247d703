import { startEmulators } from "../../local/aws/emulators.ts";
import { runningClock } from "../support/test-clock.ts";
import { clientsOf, createThings, TABLE } from "./support.ts";

// The process that the stream's kill test kills. It runs emulators on the given folder, with a table whose stream has
// no reader.
const aws = await startEmulators({ clock: runningClock(), dataDir: process.argv[2] ?? null });
await createThings(clientsOf(aws).dynamo);
await aws.stream.follow(TABLE, [{ eventName: ["INSERT"] }]);
console.log(JSON.stringify(aws.env));
