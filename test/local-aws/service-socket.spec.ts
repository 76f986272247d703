import { once } from "node:events";
import { connect } from "node:net";
import { DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { hostDocuments } from "../../core/aws/document-client.ts";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import type { Table } from "../../core/store/table.ts";
import {
  type AskService,
  SocketBroken,
  serveServiceSocket,
  serviceSocket,
} from "../../local/aws/socket/service-socket.ts";
import { socketDocuments } from "../../local/aws/socket/socket-documents.ts";
import { createThings, startAws, TABLE } from "./support.ts";

const NEVER = new AbortController().signal;

/** Starts a table that is accessed over the line, with a sender like the one in a session process. */
async function startLine(options: Parameters<typeof startAws>[0] = {}) {
  const { aws, dynamo } = await startAws(options);
  await createThings(dynamo);
  return { aws, documents: socketDocuments(serviceSocket(aws.line)) };
}

test("values come back as the SDK's document client brings them", async () => {
  const { documents } = await startLine();
  const Item = {
    pk: "a",
    sk: "1",
    bytes: new Uint8Array([1, 2, 255]),
    inner: { list: [1, "two", null, true, new Uint8Array([3])], none: undefined },
    set: new Set(["x", "y"]),
  };
  await documents.ask("PutItem", { TableName: TABLE, Item });
  const read = await documents.ask("GetItem", { TableName: TABLE, Key: { pk: "a", sk: "1" } });
  expect(read.Item).toEqual({ ...Item, inner: { list: Item.inner.list } });
});

test("who does not know the secret is not answered", async () => {
  const { aws } = await startLine();
  const [port] = aws.line.split(":");
  const socket = connect(Number(port), "127.0.0.1");
  const heard: string[] = [];
  socket.on("data", (chunk) => heard.push(String(chunk)));
  socket.write(`${"0".repeat(48)}\n[1,"ListTables",{}]\n`);
  await once(socket, "close");
  expect(heard).toEqual([]);
});

test("a process that is killed in the middle of a line takes nobody with it", async () => {
  const line = await serveServiceSocket(async () => ({ answered: true }));
  const [port = "", secret = ""] = line.address.split(":");
  for (const isReset of [true, false]) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`${secret}\n[1,"GetItem",{}]\n`);
    await once(socket, "data");
    socket.write('[2,"Get');
    if (isReset) socket.resetAndDestroy();
    else socket.end();
    await once(socket, "close");
    expect(await serviceSocket(line.address)("GetItem", {}, NEVER)).toEqual({ answered: true });
  }
  await line.stop();
});

test("nor does the table's process, when it goes while it is asked", async () => {
  const line = await serveServiceSocket(() => new Promise(() => {}));
  const asked = serviceSocket(line.address)("GetItem", {}, NEVER);
  const refused = expect(asked).rejects.toThrow(SocketBroken);
  await line.stop();
  await refused;
  await expect(serviceSocket(line.address)("GetItem", {}, NEVER)).rejects.toThrow(SocketBroken);
});

/** Creates the table as seen by code that sends its requests over the line and retries transient failures. */
function tableBy(ask: AskService): Table {
  hostDocuments(() => socketDocuments(ask));
  const table = dynamoTable(TABLE);
  hostDocuments(null);
  return table;
}

const add = { update: { pk: "a", sk: "1" }, add: { n: 1 } };

test("refusals are the SDK's exceptions, with the status that HTTP would have", async () => {
  const { documents } = await startLine({ faults: { fail: (action) => (action === "Query" ? "throttle" : null) } });
  const wrong = documents.ask("PutItem", { TableName: TABLE, Item: { pk: "a" } });
  await expect(wrong).rejects.toThrow(DynamoDBServiceException);
  await expect(wrong).rejects.toMatchObject({ name: "ValidationException", $metadata: { httpStatusCode: 400 } });
  const busy = documents.ask("Query", { TableName: TABLE, KeyConditionExpression: "pk = :a" });
  await expect(busy).rejects.toMatchObject({ name: "ProvisionedThroughputExceededException" });
});

test("a transaction whose answer is lost with the line is done once", async () => {
  const { aws } = await startLine();
  let asked = 0;
  const table = tableBy(async (action, input, gone) => {
    const output = await aws.ask(action, input, gone);
    if (++asked === 1) throw new SocketBroken("The answer is lost.");
    return output;
  });
  await table.transact([add]);
  expect(asked).toBe(2);
  expect((await table.get({ pk: "a", sk: "1" }))?.n).toBe(1);
});

test("a line that breaks is made again, and what waited is asked again", async () => {
  const { aws } = await startLine();
  const breaking = await serveServiceSocket(() => breaking.stop().then(() => ({})));
  let line = serviceSocket(breaking.address);
  const table = tableBy(async (action, input, gone) => {
    try {
      return await line(action, input, gone);
    } catch (error) {
      line = serviceSocket(aws.line); // where the table is from now on
      throw error;
    }
  });
  await table.write(add);
  expect((await table.get({ pk: "a", sk: "1" }))?.n).toBe(1);
});
