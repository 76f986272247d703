import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Admin } from "../../../bin/admin/connect.ts";
import { QUARANTINE_COMMANDS } from "../../../bin/admin/quarantine-commands.ts";
import { dropQuarantine } from "../../../core/operations/quarantine/drop-quarantine.ts";
import { packInput, unpackInput } from "../../../core/operations/quarantine/pack-input.ts";
import { heldAgain, quarantineWrites } from "../../../core/operations/quarantine/quarantine-job.ts";
import { FenceLost, raiseFence } from "../../../core/records/fence.ts";
import { findQuarantine, listQuarantine, quarantinedInput, readQuarantine } from "../../../core/records/quarantine.ts";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import { jobWithQuarantine } from "../../../session-service/inbox/job-with-quarantine.ts";
import { INSTANCE, messageWorld } from "../../support/message-world.ts";

const lost = (id: string, input: Uint8Array | null) => ({
  id,
  kind: "receipt" as const,
  input,
  error: new RangeError("Invalid time value"),
  tries: 3,
});

async function aWorld() {
  const world = await messageWorld();
  const { table, clock, own } = world;
  const quarantine = (id: string, input: Uint8Array | null) =>
    table.transact(quarantineWrites(own, lost(id, input), clock.now()));
  return { ...world, quarantine };
}

describe("the quarantine", () => {
  it("has one row for what is quarantined again and again", async () => {
    const { table, quarantine } = await aWorld();
    await quarantine("job_a", Buffer.from("input"));
    await quarantine("job_b", null);
    await quarantine("job_a", Buffer.from("input"));

    const listed = await listQuarantine(table, null);
    expect(listed.map(({ id, times, error_class, error }) => [id, times, error_class, error]).toSorted()).toEqual([
      ["job_a", 2, "RangeError", "Invalid time value"],
      ["job_b", 1, "RangeError", "Invalid time value"],
    ]);
    expect(await listQuarantine(table, INSTANCE)).toHaveLength(2);
    expect(await listQuarantine(table, "inst_other")).toEqual([]);
    expect(await findQuarantine(table, "job_b")).toMatchObject({
      id: "job_b",
      state: "held",
      stack: expect.any(String),
    });
    expect(await findQuarantine(table, "job_")).toBeNull();
  });

  it.each([0, 1, 300_000, 300_001, 2_700_000])(
    "keeps an input of %i bytes whole, in items that the table takes",
    async (size) => {
      const { table, own, clock, quarantine } = await aWorld();
      const input = randomBytes(size);
      const writes = quarantineWrites(own, lost("job_a", input), clock.now());
      for (const write of writes) expect(bytesIn(write)).toBeLessThan(350_000);
      expect(writes.reduce((sum, write) => sum + bytesIn(write), 0)).toBeLessThan(3_000_000);
      await quarantine("job_a", input);

      const record = await readQuarantine(table, INSTANCE, "job_a");
      expect(record && Buffer.from((await quarantinedInput(table, record)) ?? []).equals(input)).toBe(true);
      expect(await listQuarantine(table, INSTANCE)).toHaveLength(1);
      if (record) await dropQuarantine(table, record);
      expect(table.partition(keys.quarantine(INSTANCE, "").pk)).toEqual([]);
    },
  );

  it("says of what is larger still that it is cut, and lets go of it", async () => {
    const { table, quarantine } = await aWorld();
    await quarantine("job_a", randomBytes(2_700_001));
    const record = await readQuarantine(table, INSTANCE, "job_a");
    expect(record).toMatchObject({ is_cut: true, parts: 0, input: null, input_bytes: 2_700_001 });
  });

  it("keeps dates, bytes and odd numbers of what a job works on; what can't be written down is left out", () => {
    const input = {
      at: new Date(0),
      bytes: new Uint8Array([1, 2]),
      odd: [Number.NaN, 2 ** 60, 2n ** 63n],
      text: "\ud800",
    };
    const packed = packInput(input);
    expect(packed && unpackInput(packed)).toEqual(input);
    expect(packInput({ work: () => {} })).toBeNull();
  });

  it("is written by the owner only, and not by a task that another has taken over from", async () => {
    const { table, deps, own } = await aWorld();
    const job = jobWithQuarantine(deps, own, { kind: "receipt", input: { at: new Date(Number.NaN) } }, async () => {});
    await job.quarantine({ error: "odd", tries: 3 });
    expect(await listQuarantine(table, INSTANCE)).toMatchObject([{ error_class: "string", error: "odd", stack: null }]);
    await raiseFence(table, INSTANCE);
    await expect(job.quarantine({ error: "odd", tries: 3 })).rejects.toThrow(FenceLost);
    expect(await listQuarantine(table, INSTANCE)).toMatchObject([{ times: 1 }]);
  });
});

describe("npm run admin -- quarantine", () => {
  async function commands() {
    const world = await aWorld();
    const admin = { ...world.deps } as unknown as Admin; // these commands use the table, clock, ids and wake-ups only
    const run = (name: keyof typeof QUARANTINE_COMMANDS, options: { id?: string; instance?: string } = {}) =>
      QUARANTINE_COMMANDS[name].run(admin, options);
    return { ...world, run };
  }

  it("lists and shows what is there, with its input", async () => {
    const { run, quarantine } = await commands();
    await quarantine("job_a", packInput({ network_id: "3EB0", at: new Date(0), bytes: new Uint8Array([1]), big: 1n }));

    expect(await run("quarantine list")).toMatchObject([{ id: "job_a", kind: "receipt", can_be_retried: true }]);
    expect(JSON.stringify(await run("quarantine list"))).not.toContain("3EB0");
    expect(await run("quarantine show", { id: "job_a" })).toMatchObject({
      stack: expect.stringContaining("RangeError"),
      input: { network_id: "3EB0", at: "1970-01-01T00:00:00.000Z", bytes: "AQ==", big: "1" },
    });
  });

  it("has one tried again by a look of its owner, refuses what can't be, and forgets one for good", async () => {
    const { run, quarantine, table } = await commands();
    await quarantine("job_a", packInput("a"));
    await quarantine("job_b", null);

    expect(await run("quarantine retry", { id: "job_a" })).toEqual({ id: "job_a", state: "asked" });
    expect(table.partition(instanceLane(INSTANCE))).toMatchObject([{ quarantined: "job_a" }]);
    await expect(run("quarantine retry", { id: "job_b" })).rejects.toThrow(/input was not stored/);
    await expect(run("quarantine retry", { id: "job_c" })).rejects.toThrow(/There is no quarantined entry job_c/);
    await expect(run("quarantine show")).rejects.toThrow(/--id is missing/);

    expect(await run("quarantine drop", { id: "job_a" })).toEqual({ id: "job_a", dropped: true });
    expect(await run("quarantine list")).toMatchObject([{ id: "job_b", can_be_retried: false }]);
  });

  it("shows what failed again as held, with its latest error", async () => {
    const { run, quarantine, table, clock } = await commands();
    await quarantine("job_a", packInput("a"));
    await run("quarantine retry", { id: "job_a" });
    await table.write(heldAgain(INSTANCE, "job_a", { error: new TypeError("still"), tries: 3 }, clock.now()));
    expect(await run("quarantine list")).toMatchObject([
      { state: "held", times: 2, error_class: "TypeError", error: "still" },
    ]);
  });
});

function bytesIn(write: object): number {
  const fields = "put" in write ? write.put : "set" in write ? write.set : {};
  return Object.values(fields as object).reduce<number>(
    (sum, value) => sum + (value instanceof Uint8Array ? value.length : JSON.stringify(value).length),
    0,
  );
}
