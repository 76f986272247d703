import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepingVault } from "../../core/aws/keeping-vault.ts";
import { kmsVault } from "../../core/aws/kms-vault.ts";
import { agentKeyOwner } from "../../core/contracts/answers/agent-key.ts";
import { counted } from "../../core/contracts/log-metrics.ts";
import type { VaultOwner } from "../../core/ports.ts";
import { type Emulators, startEmulators } from "../../local/aws/emulators.ts";
import type { AwsCall } from "../../local/aws/service/service.ts";
import { createInfrastructure } from "../../local/system/infrastructure.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { runningClock } from "../support/test-clock.ts";

const CLEAR = Buffer.from("a signing secret");
const OURS: VaultOwner = { account_id: "acc_1" };
const THEIRS: VaultOwner = { account_id: "acc_2" };
const INSTANCE: VaultOwner = { instance_id: "inst_1" };
const PLACE = "webhook|secret";

let emulators: Emulators;
let kmsKeyId: string;
/** The requests sent to the embedded services so far, by action. */
const asked: string[] = [];

beforeAll(async () => {
  const watch = ({ action }: AwsCall) => void asked.push(action);
  emulators = await startEmulators({ clock: runningClock(), dataDir: null, watch });
  Object.assign(process.env, emulators.env);
  kmsKeyId = (await createInfrastructure(null)).KMS_KEY_ID ?? "";
});
afterAll(() => emulators?.stop());

function newWorld() {
  const table = new MemoryTable();
  const clock = runningClock();
  const lines: [fields: Record<string, unknown>, message: string][] = [];
  const write = (...line: (typeof lines)[number]) => void lines.push(line);
  const log = { info: write, warn: write, error: write };
  const vault = () => kmsVault({ table, clock, log, kmsKeyId });
  const keeping = () => keepingVault({ table, clock, log, kmsKeyId });
  const pass = (seconds: number) => clock.moveTo(new Date(clock.now().getTime() + seconds * 1000));
  return { table, clock, log, vault, keeping, pass, lines };
}

describe("a sealed secret", () => {
  it("opens for its owner and place, also in another process", async () => {
    const { vault } = newWorld();
    const sealed = await vault().seal(OURS, PLACE, CLEAR);

    expect(await vault().open(OURS, PLACE, sealed)).toEqual(CLEAR);
    expect(Buffer.from(sealed).includes(CLEAR)).toBe(false);
    expect(await vault().seal(OURS, PLACE, CLEAR)).not.toEqual(sealed);
  });

  it("does not open for another owner, at another place, or with a bit changed", async () => {
    const { vault } = newWorld();
    const own = vault();
    const sealed = await own.seal(OURS, PLACE, CLEAR);
    const changed = Buffer.from(sealed);
    changed[20] = (changed[20] ?? 0) ^ 1;

    await expect(own.open(THEIRS, PLACE, sealed)).rejects.toThrow();
    await expect(own.open(INSTANCE, PLACE, sealed)).rejects.toThrow();
    await expect(own.open(OURS, "webhook|auth_header", sealed)).rejects.toThrow();
    await expect(own.open(OURS, PLACE, changed)).rejects.toThrow();
    await expect(own.open(OURS, PLACE, sealed.subarray(0, 10))).rejects.toThrow();
  });

  it("lies under a data key of its owner that KMS wraps for that owner only", async () => {
    const { table, vault, lines } = newWorld();
    const sealed = await vault().seal(OURS, PLACE, CLEAR);
    await vault().seal(THEIRS, PLACE, CLEAR);
    const ours = table.peek({ pk: "ACC#acc_1", sk: "DATAKEY" });
    const theirs = table.peek({ pk: "ACC#acc_2", sk: "DATAKEY" });
    expect(ours?.wrapped).not.toEqual(theirs?.wrapped);

    // A wrapped key that was moved to another owner can't be unwrapped, because its encryption context is the owner.
    await table.write({ put: { pk: "ACC#acc_2", sk: "DATAKEY", wrapped: ours?.wrapped } });
    expect(lines).toEqual([]);
    await expect(vault().open(THEIRS, PLACE, sealed)).rejects.toThrow();
    // KMS has no metric for requests that it refuses, so a log line counts them.
    expect(lines).toEqual([[expect.objectContaining(counted("KeyServiceErrors")), "the key service failed a request"]]);
  });

  it("of an AI provider's key has a data key of its own, which KMS does not unwrap for the account", async () => {
    const { table, vault } = newWorld();
    const owner = agentKeyOwner("acc_1");
    const sealed = await vault().seal(owner, PLACE, CLEAR);
    const account = await vault().seal(OURS, PLACE, CLEAR);

    expect(await vault().open(owner, PLACE, sealed)).toEqual(CLEAR);
    await expect(vault().open(owner, PLACE, account)).rejects.toThrow();
    const wrapped = table.peek({ pk: "ACC#agent_acc_1", sk: "DATAKEY" })?.wrapped;
    await table.write({ put: { pk: "ACC#acc_1", sk: "DATAKEY", wrapped } });
    await expect(vault().open(OURS, PLACE, sealed)).rejects.toThrow();
  });

  it("of an owner's first seals in two processes at once opens in both", async () => {
    const { vault } = newWorld();
    const [one, two] = [vault(), vault()];
    const [first, second] = await Promise.all([one.seal(INSTANCE, "a", CLEAR), two.seal(INSTANCE, "b", CLEAR)]);

    expect(await two.open(INSTANCE, "a", first)).toEqual(CLEAR);
    expect(await one.open(INSTANCE, "b", second)).toEqual(CLEAR);
  });
});

const unwraps = () => asked.filter((action) => action === "Decrypt").length;
const HOURS = 12;

describe("an unwrapped data key", () => {
  it("is held for five minutes at most", async () => {
    const { vault, pass } = newWorld();
    const own = vault();
    const sealed = await own.seal(OURS, PLACE, CLEAR);
    const before = unwraps();

    pass(299);
    await own.open(OURS, PLACE, sealed);
    expect(unwraps()).toBe(before);
    pass(2);
    await own.open(OURS, PLACE, sealed);
    await own.open(OURS, PLACE, sealed);
    expect(unwraps()).toBe(before + 1);
  });

  it("is held for as long as the operator has set", async () => {
    const { log, table, clock, vault, pass } = newWorld();
    const sealed = await vault().seal(OURS, PLACE, CLEAR);
    const own = kmsVault({ table, clock, log, kmsKeyId, keyMinutes: 30 });
    await own.open(OURS, PLACE, sealed);
    const before = unwraps();

    pass(1_799);
    await own.open(OURS, PLACE, sealed);
    expect(unwraps()).toBe(before);
    pass(2);
    await own.open(OURS, PLACE, sealed);
    expect(unwraps()).toBe(before + 1);
  });

  it("that is kept costs one request for hours of work, and another after it was given back", async () => {
    const { vault, keeping, pass } = newWorld();
    const sealed = await vault().seal(INSTANCE, PLACE, CLEAR);
    const own = keeping();
    const giveBack = own.keepKey(INSTANCE);
    const before = unwraps();

    for (let minutes = 0; minutes < HOURS * 60; minutes += 7) {
      await own.open(INSTANCE, PLACE, sealed);
      await own.seal(INSTANCE, PLACE, CLEAR);
      pass(7 * 60);
    }
    expect(unwraps()).toBe(before + 1);

    giveBack();
    expect(await own.open(INSTANCE, PLACE, sealed)).toEqual(CLEAR);
    expect(unwraps()).toBe(before + 2);
    pass(301);
    await own.open(INSTANCE, PLACE, sealed);
    expect(unwraps()).toBe(before + 3);
  });

  it("that is kept for one owner is not kept for others", async () => {
    const { keeping, pass } = newWorld();
    const own = keeping();
    own.keepKey(INSTANCE);
    const sealed = await own.seal(OURS, PLACE, CLEAR);
    const before = unwraps();

    pass(301);
    await own.open(OURS, PLACE, sealed);
    expect(unwraps()).toBe(before + 1);
  });
});
