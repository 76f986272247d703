import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { QueryCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { startEmulators } from "../../local/aws/emulators.ts";
import { runningClock, START } from "../support/test-clock.ts";
import { clientsOf, createQueue, createThings, receive, startAws, TABLE, temporaryFolder } from "./support.ts";

const WRITERS = 4;
const ITEMS = 25;
/**
 * For each round, the number of acknowledged messages after which to kill the process while the writers are at work.
 */
const ROUNDS = [60, 97, 131];

/** Starts emulators in a separate process, which the test kills later. */
async function startChild(dataDir: string) {
  const child = spawn(process.execPath, [`${import.meta.dirname}/kill-child.ts`, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  const env: Record<string, string> = JSON.parse(String(line));
  return { child, ...clientsOf({ env }) };
}

test("after kill -9 all that was acknowledged is there and no transaction is there by half", async () => {
  const dataDir = temporaryFolder();
  const acknowledged = Array.from({ length: WRITERS }, () => 0);
  const sent: string[] = [];
  let queueUrl = "";
  for (const [round, killAfter] of ROUNDS.entries()) {
    const killed = await startChild(dataDir);
    if (round === 0) await createThings(killed.dynamo);
    queueUrl = (await createQueue(killed.sqs, "jobs")).url;
    const exit = once(killed.child, "exit");

    // Each writer increments all of its items in one transaction per step. The index is updated with them.
    const write = async (writer: number) => {
      for (let step = (acknowledged[writer] ?? 0) + 1; ; step++) {
        const put = (item: number) => ({ Put: { TableName: TABLE, Item: itemOf(writer, item, step) } });
        const TransactItems = Array.from({ length: ITEMS }, (_, item) => put(item));
        await killed.documents.send(new TransactWriteCommand({ TransactItems }));
        acknowledged[writer] = step;
      }
    };
    const send = async () => {
      for (let n = 1; ; n++) {
        const MessageBody = `${round} ${n}`;
        await killed.sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
        sent.push(MessageBody);
        if (n === killAfter) killed.child.kill("SIGKILL");
      }
    };
    await Promise.allSettled([...acknowledged.map((_, writer) => write(writer)), send()]);
    await exit;
    killed.destroy();
    await checkWriters(dataDir, acknowledged);
  }
  expect(Math.min(...acknowledged)).toBeGreaterThan(ROUNDS.length);

  // Start this clock ahead of those of all the processes that died, because a message can't be received before it was
  // sent.
  const { sqs } = await startAws({ dataDir, clock: runningClock(new Date(START.getTime() + 3_600_000)) });
  const kept = new Set<string>();
  for (let found = await receive(sqs, queueUrl); found.length > 0; found = await receive(sqs, queueUrl)) {
    for (const { Body = "" } of found) kept.add(Body);
  }
  expect(sent.filter((body) => !kept.has(body))).toEqual([]);
});

function itemOf(writer: number, item: number, step: number) {
  const sk = String(item).padStart(2, "0");
  return { pk: `w${writer}`, sk, step, gsi1pk: `s${writer}`, gsi1sk: `${step}-${sk}` };
}

/**
 * Opens the folder that the killed process left behind, and checks that all of each writer's items and index entries
 * are from the same step: the last acknowledged step or the next.
 */
async function checkWriters(dataDir: string, acknowledged: number[]): Promise<void> {
  const aws = await startEmulators({ clock: runningClock(), dataDir });
  const { documents, destroy } = clientsOf(aws);
  const query = async (key: string, value: string, index?: string) => {
    const answer = await documents.send(
      new QueryCommand({
        TableName: TABLE,
        ...(index && { IndexName: index }),
        KeyConditionExpression: `${key} = :value`,
        ExpressionAttributeValues: { ":value": value },
      }),
    );
    return answer.Items ?? [];
  };
  for (const [writer, atLeast] of acknowledged.entries()) {
    const items = await query("pk", `w${writer}`);
    const step = items[0]?.step ?? 0;
    expect([atLeast, atLeast + 1]).toContain(step);
    const expected = step === 0 ? [] : Array.from({ length: ITEMS }, (_, item) => itemOf(writer, item, step));
    expect(items).toEqual(expected);
    const entries = await query("gsi1pk", `s${writer}`, "due");
    expect(entries).toEqual(expected.map(({ step: _step, ...entry }) => entry));
  }
  destroy();
  await aws.stop();
}
