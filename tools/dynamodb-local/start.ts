import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { eventually } from "../../test/support/eventually.ts";
import { emulatorFolder } from "./emulator-folder.ts";

const JAVA = 17;

/** Checks that Java is installed. @throws an error with instructions if it is missing or too old. */
export function needJava(): void {
  const { error, stderr } = spawnSync("java", ["-version"], { encoding: "utf8" });
  const major = error ? null : Number(/version "(\d+)/.exec(stderr)?.[1]);
  if (major !== null && major >= JAVA) return;
  throw new Error(
    `Amazon's DynamoDB Local needs Java ${JAVA} or newer; ${major === null ? "there is none" : `this is Java ${major}`}. ` +
      `On Debian and Ubuntu: apt-get install -y openjdk-${JAVA}-jre-headless. Elsewhere: https://adoptium.net.`,
  );
}

/** Starts it in memory on a free port, with a separate database for each access key. @returns its address. */
export async function startDynamoDbLocal(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const child = spawn(
    "java",
    [
      "-Djava.library.path=./DynamoDBLocal_lib",
      "-jar",
      "DynamoDBLocal.jar",
      "-inMemory",
      "-disableTelemetry",
      "-port",
      String(port),
    ],
    { cwd: emulatorFolder(), stdio: ["ignore", "ignore", "inherit"] },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await eventually(
    "DynamoDB Local to answer",
    async () => {
      if (child.exitCode !== null) throw new Error("DynamoDB Local ended while starting; its own lines above say why.");
      return (await fetch(url).catch(() => null)) !== null;
    },
    60_000,
  );
  return {
    url,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
