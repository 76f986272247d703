import { describe, expect, it } from "vitest";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { TransactionRefused, type Write } from "../../core/store/table.ts";

/** A DynamoDB answer: its status and body. Null means that the connection breaks without an answer. */
type Answer = { status: number; body: object } | null;

const OK: Answer = { status: 200, body: {} };
const error = (name: string, more: object = {}, status = 400): Answer => ({ status, body: { __type: name, ...more } });
const THROTTLED = error("ProvisionedThroughputExceededException");
const cancelled = (...codes: string[]) =>
  error("TransactionCanceledException", { CancellationReasons: codes.map((Code) => ({ Code })) });

/**
 * Creates a table backed by a DynamoDB that returns the given answers one after another and then keeps repeating the
 * last answer.
 */
function scripted(answers: Answer[], patienceMs = 60_000, headers: Record<string, string> = {}) {
  const requests: { ClientRequestToken?: string }[] = [];
  const requestHandler = {
    handle: async (request: { body: Uint8Array }) => {
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? null;
      requests.push(JSON.parse(Buffer.from(request.body).toString()));
      if (!answer) throw Object.assign(new Error("The line broke."), { code: "ECONNRESET" });
      return { response: { statusCode: answer.status, headers, body: Buffer.from(JSON.stringify(answer.body)) } };
    },
  };
  const config = {
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    requestHandler: requestHandler as never, // of the handler only `handle` is asked
  };
  return { table: dynamoTable("table", config, patienceMs), requests };
}

const put: Write = { put: { pk: "A", sk: "1" } };
const tokens = (requests: { ClientRequestToken?: string }[]) => requests.map((one) => one.ClientRequestToken);
const failed = (promise: Promise<unknown>) => promise.catch((caught: Error) => caught);

describe("what failed in passing is tried again", () => {
  it("a single write whose item a transaction holds", async () => {
    const { table, requests } = scripted([error("TransactionConflictException"), OK]);
    await table.write(put);
    expect(requests).toHaveLength(2);
  });

  it("a transaction whose item another request holds, as a request of its own, and its caller is told", async () => {
    const { table, requests } = scripted([cancelled("None", "TransactionConflict"), OK]);
    let conflicts = 0;
    await table.transact([put, { put: { pk: "A", sk: "2" } }], { onConflict: async () => void conflicts++ });
    expect(new Set(tokens(requests)).size).toBe(2);
    expect(conflicts).toBe(1);
  });

  it("but not when its caller has what it wanted meanwhile", async () => {
    const { table, requests } = scripted([cancelled("TransactionConflict")]);
    const enough = new Error("another made it");
    expect(await failed(table.transact([put], { onConflict: () => Promise.reject(enough) }))).toBe(enough);
    expect(requests).toHaveLength(1);
  });

  it("a transaction that got no answer, by the same token until it has one", async () => {
    const { table, requests } = scripted([null, error("InternalServerError", {}, 500), THROTTLED, OK]);
    await table.transact([put]);
    expect(requests).toHaveLength(4);
    expect(new Set(tokens(requests)).size).toBe(1);
  });

  it.each(["read", "query", "batch"])("a %s that is refused more often than the SDK alone would ask", async (kind) => {
    const body = kind === "query" ? { Items: [] } : kind === "batch" ? { Responses: { table: [] } } : {};
    const { table, requests } = scripted([...Array<Answer>(7).fill(THROTTLED), { status: 200, body }]);
    if (kind === "read") await table.get({ pk: "A", sk: "1" });
    else if (kind === "query") await table.query({ pk: "A", limit: 1 });
    else await table.getMany([{ pk: "A", sk: "1" }]);
    expect(requests).toHaveLength(8);
  });

  it("until the time is up, and then it says why", async () => {
    const { table, requests } = scripted([cancelled("TransactionConflict")], 0);
    expect(await failed(table.transact([put]))).toMatchObject({ name: "TransactionCanceledException" });
    expect(requests).toHaveLength(1);
  });
});

describe("what will fail again is not tried again", () => {
  it("a transaction of which one item can't be written so", async () => {
    const { table, requests } = scripted([cancelled("TransactionConflict", "ValidationError")]);
    expect(await failed(table.transact([put]))).toMatchObject({ name: "TransactionCanceledException" });
    expect(requests).toHaveLength(1);
  });

  it("a transaction whose condition did not hold, whatever else stood in the way", async () => {
    const { table, requests } = scripted([cancelled("TransactionConflict", "ConditionalCheckFailed")]);
    expect(await failed(table.transact([put, { check: { pk: "B", sk: "1" }, if: [{ item: "exists" }] }]))).toEqual(
      new TransactionRefused([undefined, null]),
    );
    expect(requests).toHaveLength(1);
  });
});

describe("the table's time", () => {
  it("is learnt from every answer, also from one that refuses", async () => {
    const longAgo = { date: "Thu, 01 Jan 1970 00:00:00 GMT" };
    const { table } = scripted([error("ValidationException")], 0, longAgo);
    expect(table.timeAhead?.()).toEqual({ leastMs: 0, mostMs: 0 });
    await failed(table.get({ pk: "A", sk: "1" }));
    const decadesMs = -40 * 365 * 86_400_000;
    expect(table.timeAhead?.().mostMs).toBeLessThan(decadesMs);
    expect(table.timeAhead?.().leastMs).toBeLessThan(decadesMs);
  });
});
