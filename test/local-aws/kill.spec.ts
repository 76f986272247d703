import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { GetCommand, QueryCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { clientsOf, createQueue, createThings, receive, startAws, TABLE, temporaryFolder } from "./support.ts";

const WRITERS = 4;
const ITEMS = 8;

/** Emulators in a process of their own, to be killed. */
async function startChild(dataDir: string) {
  const child = spawn(process.execPath, [`${import.meta.dirname}/kill-child.ts`, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  const env: Record<string, string> = JSON.parse(String(line));
  const unused = { url: "", activity: () => ({ visible: 0, inFlight: 0, dueSchedules: 0 }), counters: () => ({}) };
  return { child, ...clientsOf({ ...unused, env, stop: async () => {} }) };
}

test("after kill -9 all that was acknowledged is there and no transaction is there by half", async () => {
  const dataDir = temporaryFolder();
  const killed = await startChild(dataDir);
  await createThings(killed.dynamo);
  const queue = await createQueue(killed.sqs, "jobs");
  const acknowledged = Array.from({ length: WRITERS }, () => 0);
  let sent = 0;

  // Each writer counts its items up together, one transaction a step, with the index that follows them.
  const write = async (writer: number) => {
    for (let step = 1; ; step++) {
      const put = (item: number) => ({
        Put: {
          TableName: TABLE,
          Item: { pk: `w${writer}`, sk: String(item), step, gsi1pk: `s${writer}`, gsi1sk: `${step}-${item}` },
        },
      });
      const TransactItems = Array.from({ length: ITEMS }, (_, item) => put(item));
      await killed.documents.send(new TransactWriteCommand({ TransactItems }));
      acknowledged[writer] = step;
      if (writer === 0 && step === 40) killed.child.kill("SIGKILL");
    }
  };
  const send = async () => {
    for (;;) {
      await killed.sqs.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: String(sent) }));
      sent++;
    }
  };
  const exit = once(killed.child, "exit");
  await Promise.allSettled([...acknowledged.map((_, writer) => write(writer)), send()]);
  await exit;
  killed.destroy();
  expect(acknowledged[0]).toBeGreaterThanOrEqual(40);
  expect(sent).toBeGreaterThan(0);

  const { documents, sqs } = await startAws({ dataDir });
  for (const [writer, atLeast] of acknowledged.entries()) {
    const steps = new Set<number>();
    for (let item = 0; item < ITEMS; item++) {
      const Key = { pk: `w${writer}`, sk: String(item) };
      steps.add((await documents.send(new GetCommand({ TableName: TABLE, Key }))).Item?.step);
    }
    expect(steps.size).toBe(1);
    const [step = 0] = steps;
    expect([atLeast, atLeast + 1]).toContain(step); // the last one may have been written but not answered
    const index = await documents.send(
      new QueryCommand({
        TableName: TABLE,
        IndexName: "due",
        KeyConditionExpression: "gsi1pk = :s",
        ExpressionAttributeValues: { ":s": `s${writer}` },
      }),
    );
    const entries = (index.Items ?? []).map((item) => item.gsi1sk);
    expect(entries).toEqual(Array.from({ length: ITEMS }, (_, item) => `${step}-${item}`));
  }
  const bodies = new Set<number>();
  for (let found = await receive(sqs, queue.url); found.length > 0; found = await receive(sqs, queue.url)) {
    for (const { Body } of found) bodies.add(Number(Body));
  }
  for (let n = 0; n < sent; n++) expect(bodies).toContain(n);
});
