import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { QueryCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { startEmulators } from "../../local/aws/emulators.ts";
import { runningClock } from "../support/test-clock.ts";
import { clientsOf, createThings, TABLE, temporaryFolder } from "./support.ts";

const STEPS = 12;
const ITEMS = 5;
/**
 * Where to cut off the last write to the log, in bytes from its end: in a page, in a page's header, at the very
 * beginning.
 */
const CUTS = [1, 700, 4_095, 4_096, 4_097, 4_119, 4_120];

const itemOf = (step: number, item: number) => ({
  pk: "a",
  sk: String(item),
  step,
  gsi1pk: "s",
  gsi1sk: `${step}-${item}`,
  text: "x".repeat(600),
});

/** Returns the items stored in a folder, and their index entries. */
async function found(dataDir: string) {
  const aws = await startEmulators({ clock: runningClock(), dataDir });
  const { documents, destroy } = clientsOf(aws);
  const query = async (name: string, value: string, index?: string) => {
    const answer = await documents.send(
      new QueryCommand({
        TableName: TABLE,
        ...(index && { IndexName: index }),
        KeyConditionExpression: `${name} = :value`,
        ExpressionAttributeValues: { ":value": value },
      }),
    );
    return answer.Items ?? [];
  };
  const items = await query("pk", "a");
  const entries = await query("gsi1pk", "s", "due");
  destroy();
  await aws.stop();
  return { items, entries };
}

test("a last write that is on the disk by half is dropped whole, and all before it is there", async () => {
  const dataDir = temporaryFolder();
  const child = spawn(process.execPath, [`${import.meta.dirname}/kill-child.ts`, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  const clients = clientsOf({ env: JSON.parse(String(line)) });
  await createThings(clients.dynamo);
  const wal = join(dataDir, "dynamodb", "table.sqlite-wal");
  let lastBegins = 0;
  for (let step = 1; step <= STEPS; step++) {
    lastBegins = statSync(wal).size;
    const TransactItems = Array.from({ length: ITEMS }, (_, item) => ({
      Put: { TableName: TABLE, Item: itemOf(step, item) },
    }));
    await clients.documents.send(new TransactWriteCommand({ TransactItems }));
  }
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
  clients.destroy();
  const ends = statSync(wal).size;
  expect(ends).toBeGreaterThan(lastBegins);

  const all = (step: number) => Array.from({ length: ITEMS }, (_, item) => itemOf(step, item));
  for (const cut of [0, ...CUTS, ends - lastBegins]) {
    const torn = temporaryFolder();
    cpSync(dataDir, torn, { recursive: true });
    truncateSync(join(torn, "dynamodb", "table.sqlite-wal"), ends - cut);
    const { items, entries } = await found(torn);
    const step = cut === 0 ? STEPS : STEPS - 1;
    expect({ cut, items }).toEqual({ cut, items: all(step) });
    expect(entries.map(({ gsi1sk }) => gsi1sk)).toEqual(all(step).map(({ gsi1sk }) => gsi1sk));
  }
});
