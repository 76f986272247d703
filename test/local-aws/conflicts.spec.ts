import { TransactionCanceledException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { conflictsFrom, ItemsHeld } from "../../local/aws/dynamo/conflicts.ts";
import type { AwsCall } from "../../local/aws/service/service.ts";
import { createThings, startAws, TABLE } from "./support.ts";

/** Creates a request that ends when the test decides. */
function openRequest() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

describe("an item that a request holds", () => {
  it.each([
    { first: "transaction", second: "transaction", refused: true },
    { first: "transaction", second: "write", refused: true },
    { first: "write", second: "transaction", refused: true },
    { first: "write", second: "write", refused: false },
  ] as const)("by a $first refuses a $second: $refused", async ({ first, second, refused }) => {
    const conflicts = conflictsFrom(1);
    const open = openRequest();
    const held = conflicts.hold(["a", "b"], first, open.run);

    const outcome = await conflicts.hold(["c", "b"], second, async () => "done").catch((error: unknown) => error);
    open.end();
    await held;

    if (refused) expect(outcome).toMatchObject({ name: ItemsHeld.name, held: [false, true] });
    else expect(outcome).toBe("done");
    expect(await conflicts.hold(["b", "c"], second, async () => "free again")).toBe("free again");
  });

  it("is free again when the request failed", async () => {
    const conflicts = conflictsFrom(1);
    await expect(conflicts.hold(["a"], "transaction", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await conflicts.hold(["a"], "transaction", async () => "free")).toBe("free");
  });

  it("leaves other items alone", async () => {
    const conflicts = conflictsFrom(1);
    const open = openRequest();
    const held = conflicts.hold(["a"], "transaction", open.run);
    expect(await conflicts.hold(["b"], "transaction", async () => "done")).toBe("done");
    open.end();
    await held;
  });
});

describe("the embedded table with conflicts", () => {
  async function startTable() {
    const calls: AwsCall[] = [];
    const started = await startAws({ conflicts: conflictsFrom(7), watch: (call) => void calls.push(call) });
    await createThings(started.dynamo);
    const Item = { pk: "a", sk: "1", n: 0, text: "x".repeat(1_500) };
    await started.documents.send(new PutCommand({ TableName: TABLE, Item }));
    calls.length = 0;
    return { ...started, calls };
  }
  const add = (sk: string) => ({
    TableName: TABLE,
    Key: { pk: "a", sk },
    UpdateExpression: "ADD n :one",
    ExpressionAttributeValues: { ":one": 1 },
  });
  const transact = (documents: DynamoDBDocumentClient, ...names: string[]) =>
    documents.send(new TransactWriteCommand({ TransactItems: names.map((sk) => ({ Update: add(sk) })) }));
  const read = async (documents: DynamoDBDocumentClient) =>
    (await documents.send(new GetCommand({ TableName: TABLE, Key: { pk: "a", sk: "1" } }))).Item?.n;

  /**
   * Sends both requests at the same time, repeatedly until they conflict, because they may miss each other on a slow
   * machine. @returns why one of them was refused, and how many requests passed before.
   */
  async function meet(first: () => Promise<unknown>, second: () => Promise<unknown>) {
    for (let passed = 0; ; passed += 2) {
      const outcomes = await Promise.allSettled([first(), second()]);
      const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
      if (refused.length > 0) return { refused, passed: passed + 2 - refused.length };
    }
  }

  it("refuses one of two transactions as DynamoDB does, and bills it", async () => {
    const { documents, calls } = await startTable();
    const { refused, passed } = await meet(
      () => transact(documents, "1", "2"),
      () => transact(documents, "3", "1"),
    );

    expect(refused).toHaveLength(1);
    expect(refused[0]).toBeInstanceOf(TransactionCanceledException);
    const codes = (refused[0] as TransactionCanceledException).CancellationReasons?.map(({ Code }) => Code);
    expect(codes?.sort()).toEqual(["None", "TransactionConflict"]);
    const billed = calls.find(({ output }) => output === null)?.uses.map(({ sk, units }) => [sk, units]);
    expect(billed).toEqual(expect.arrayContaining([["1", 4]]));
    expect(await read(documents)).toBe(passed);
  });

  it("refuses a transaction or a single write that meet, and bills it", async () => {
    const { documents, calls } = await startTable();
    const { refused, passed } = await meet(
      () => transact(documents, "1", "2"),
      () => documents.send(new UpdateCommand(add("1"))),
    );

    expect(refused).toHaveLength(1);
    const isWrite = refused[0] instanceof TransactionConflictException;
    expect(isWrite || refused[0] instanceof TransactionCanceledException).toBe(true);
    const billed = calls.find(({ output }) => output === null)?.uses.find(({ sk }) => sk === "1");
    expect(billed).toMatchObject({ kind: "write", units: isWrite ? 2 : 4 });
    expect(await read(documents)).toBe(passed);
  });

  it("lets single writes of one item follow one another, and reads go on", async () => {
    const { documents } = await startTable();
    const writes = Array.from({ length: 20 }, () => documents.send(new UpdateCommand(add("1"))));
    const held = transact(documents, "2", "3");
    await Promise.all([...writes, held, read(documents)]);
    expect(await read(documents)).toBe(20);
  });
});
