import type { TableDescription } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { type PreparationDeps, prepareTable } from "../../bin/admin/prepare-table.ts";
import type { TableSetup } from "../../core/aws/table-setup.ts";
import { INDEXES } from "../../core/store/table.ts";
import { stillClock } from "../support/test-clock.ts";

const NAME = "gateway-restored";
const ARN = `arn:aws:dynamodb:eu-central-1:111122223333:table/${NAME}`;
const STREAM = `${ARN}/stream/2026-11-22T18:00:00.123`;
const KEY = "arn:aws:kms:eu-central-1:111122223333:key/0f0f0f0f-1111-2222-3333-444455556666";
const TAGS = { application: "messaging-gateway", stage: "prod" };
const ALL = ["deletion protection", "stream of new images", "expiry by ttl", "point-in-time recovery", "tags"];

const schema = (pk: string, sk: string) => [
  { AttributeName: pk, KeyType: "HASH" as const },
  { AttributeName: sk, KeyType: "RANGE" as const },
];

/** Creates a table as a restore leaves it. */
function restored(): TableDescription {
  const indexes = Object.values(INDEXES);
  return {
    TableName: NAME,
    TableArn: ARN,
    TableStatus: "ACTIVE",
    AttributeDefinitions: ["pk", "sk", ...indexes.flatMap(({ pk, sk }) => [pk, sk])].map((name) => ({
      AttributeName: name,
      AttributeType: "S",
    })),
    KeySchema: schema("pk", "sk"),
    BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" },
    GlobalSecondaryIndexes: indexes.map(({ name, pk, sk }) => ({
      IndexName: name,
      IndexStatus: "ACTIVE",
      KeySchema: schema(pk, sk),
      Projection: { ProjectionType: "KEYS_ONLY" },
    })),
    SSEDescription: { Status: "ENABLED", KMSMasterKeyArn: KEY },
  };
}

/**
 * The parts of DynamoDB's control plane that these tests need. A change completes after two checks, and all requests
 * are recorded.
 */
class ControlPlane implements TableSetup {
  table: TableDescription | null = restored();
  ttl = { status: "DISABLED", attribute: null as string | null };
  recovery = false;
  recoveryRefusals = 0;
  given: Record<string, string> = { owner: "ops" };
  readonly asked: string[] = [];
  /**
   * The request during which the process dies, counted from 0, and whether it dies before or after the request is
   * carried out.
   */
  dies: { at: number; when: "before" | "after" } | null = null;
  #busyLooks = 0;
  #requests = 0;

  async describe() {
    return this.#request("describe", () => {
      if (this.table) this.table = { ...this.table, TableStatus: this.#busyLooks-- > 0 ? "UPDATING" : "ACTIVE" };
      return this.table;
    });
  }
  timeToLive = () => this.#request("timeToLive", () => this.ttl);
  isRecoverable = () => this.#request("isRecoverable", () => this.recovery);
  tags = () => this.#request("tags", () => ({ ...this.given }));
  setStream = () =>
    this.#update("setStream", {
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
      LatestStreamArn: STREAM,
    });
  protect = () => this.#update("protect", { DeletionProtectionEnabled: true });
  setTimeToLive = (_name: string, attribute: string) =>
    this.#request("setTimeToLive", () => {
      this.ttl = { status: "ENABLING", attribute };
    });
  makeRecoverable = () =>
    this.#request("makeRecoverable", () => {
      if (this.recoveryRefusals-- > 0) return false;
      this.recovery = true;
      return true;
    });
  tag = (_arn: string, tags: Record<string, string>) =>
    this.#request("tag", () => void Object.assign(this.given, tags));
  close() {}

  #update = (name: string, change: Partial<TableDescription>) =>
    this.#request(name, () => {
      if (this.#busyLooks > 0) throw new Error("ResourceInUseException");
      this.table = { ...this.table, ...change };
      this.#busyLooks = 2;
    });

  async #request<T>(name: string, carryOut: () => T): Promise<T> {
    const isLast = this.dies?.at === this.#requests++;
    if (isLast && this.dies?.when === "before") throw new Error("killed");
    this.asked.push(name);
    const answer = carryOut();
    if (isLast) throw new Error("killed");
    return answer;
  }
  forgetDeath(): void {
    this.dies = null;
  }
  changes = () => this.asked.filter((name) => !["describe", "timeToLive", "isRecoverable", "tags"].includes(name));
}

function world() {
  const tables = new ControlPlane();
  const told: string[] = [];
  const waited: number[] = [];
  const still = stillClock();
  const clock = { now: () => still.now(), until: async (at: Date) => void waited.push(at.getTime()) };
  const deps: PreparationDeps = { tables, clock, say: (progress) => told.push(progress) };
  return { tables, told, waited, prepare: () => prepareTable(deps, NAME, TAGS) };
}

describe("a restored table", () => {
  it("gets what a restore leaves out, and the lines for the stage are printed", async () => {
    const { tables, prepare } = world();

    expect(await prepare()).toEqual({
      table: NAME,
      found: ["keys and indexes"],
      done: ALL,
      existingTable: { streamArn: STREAM, keyArn: KEY },
    });
    expect(tables.table).toMatchObject({ DeletionProtectionEnabled: true, LatestStreamArn: STREAM });
    expect(tables.ttl.attribute).toBe("ttl");
    expect(tables.recovery).toBe(true);
    expect(tables.given).toEqual({ owner: "ops", ...TAGS });
  });

  it("is left alone the second time", async () => {
    const { tables, prepare } = world();
    await prepare();
    const before = tables.changes().length;

    expect(await prepare()).toMatchObject({ found: ["keys and indexes", ...ALL], done: [] });
    expect(tables.changes()).toHaveLength(before);
  });

  it("is complete after a run that died at any request, and nothing is done twice", async () => {
    const whole = world();
    await whole.prepare();
    for (let at = 0; at < whole.tables.asked.length; at++) {
      for (const when of ["before", "after"] as const) {
        const { tables, prepare } = world();
        tables.dies = { at, when };
        await expect(prepare()).rejects.toThrow("killed");
        tables.forgetDeath();

        expect(await prepare()).toMatchObject({ existingTable: { streamArn: STREAM, keyArn: KEY } });
        expect(tables.changes().sort()).toEqual(whole.tables.changes().sort());
      }
    }
  });

  it("is waited for while it is being made, with words about it, and while it can't be made recoverable", async () => {
    const { tables, told, waited, prepare } = world();
    const status = ["CREATING", "CREATING"];
    const describeTable = tables.describe.bind(tables);
    tables.describe = async () => {
      const table = await describeTable();
      const making = status.shift();
      return table && { ...table, ...(making && { TableStatus: making as "CREATING" }) };
    };
    tables.recoveryRefusals = 2;

    await prepare();
    expect(told.filter((line) => line.includes("is CREATING; waiting"))).toHaveLength(1);
    expect(told.filter((line) => line.includes("can't be turned on yet"))).toHaveLength(2);
    expect(waited.length).toBeGreaterThanOrEqual(4);
  });

  it("is named when it does not exist", async () => {
    const { tables, prepare } = world();
    tables.table = null;

    await expect(prepare()).rejects.toThrow(`There is no table ${NAME}`);
  });

  const shapes: [string, (table: TableDescription) => void, RegExp][] = [
    ["other keys", (table) => table.KeySchema?.pop(), /has the keys pk HASH S, but the gateway's table has/],
    ["a missing index", (table) => table.GlobalSecondaryIndexes?.splice(1, 1), /lacks the index by_instance/],
    [
      "an index that holds more",
      (table) => Object.assign(table.GlobalSecondaryIndexes?.[0] ?? {}, { Projection: { ProjectionType: "ALL" } }),
      /index due .* projects ALL; it must .* project KEYS_ONLY/,
    ],
    [
      "an index on other keys",
      (table) => Object.assign(table.GlobalSecondaryIndexes?.[2] ?? {}, { KeySchema: schema("gsi1pk", "sk") }),
      /index by_phone .* has the keys gsi1pk HASH S, sk RANGE S/,
    ],
    [
      "a foreign index",
      (table) => table.GlobalSecondaryIndexes?.push({ IndexName: "extra", IndexStatus: "ACTIVE" }),
      /has an index extra/,
    ],
    [
      "numbers as keys",
      (table) => Object.assign(table.AttributeDefinitions?.[0] ?? {}, { AttributeType: "N" }),
      /has the keys pk HASH N/,
    ],
    ["provisioned capacity", (table) => delete table.BillingModeSummary, /has provisioned capacity/],
    [
      "another stream",
      (table) => Object.assign(table, { StreamSpecification: { StreamEnabled: true, StreamViewType: "KEYS_ONLY" } }),
      /has a stream of KEYS_ONLY/,
    ],
  ];
  it.each(shapes)("with %s is refused before anything is changed", async (_what, spoil, sentence) => {
    const { tables, prepare } = world();
    if (tables.table) spoil(tables.table);

    await expect(prepare()).rejects.toThrow(sentence);
    expect(tables.changes()).toEqual([]);
  });

  it.each([
    [{ status: "ENABLED", attribute: "expires" }, /expire by the attribute expires instead of ttl/],
    [{ status: "DISABLING", attribute: "ttl" }, /is being turned off, which takes up to an hour/],
  ])("whose expiry is %j is refused with what to do", async (ttl, sentence) => {
    const { tables, prepare } = world();
    tables.ttl = ttl;

    await expect(prepare()).rejects.toThrow(sentence);
  });
});
