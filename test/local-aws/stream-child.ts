import { startEmulators } from "../../local/aws/emulators.ts";
import { runningClock } from "../support/test-clock.ts";
import { clientsOf, createThings, TABLE } from "./support.ts";

// The process that the stream's kill test kills: emulators on the folder given, whose table is followed and read by
// nobody.
const aws = await startEmulators({ clock: runningClock(), dataDir: process.argv[2] ?? null });
await createThings(clientsOf(aws).dynamo);
await aws.stream.follow(TABLE, [{ eventName: ["INSERT"] }]);
console.log(JSON.stringify(aws.env));
