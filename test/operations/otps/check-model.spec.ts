import { describe, expect, it } from "vitest";
import { randomIds } from "../../../core/aws/random-ids.ts";
import { ApiError } from "../../../core/errors.ts";
import { createLog } from "../../../core/log.ts";
import { checkCode } from "../../../core/operations/otps/check-code.ts";
import type { OtpRecord } from "../../../core/records/otps/otp.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table, Write } from "../../../core/store/table.ts";
import { IS_LONG, times } from "../../run/how-long.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";
import { testCodes } from "../../support/test-codes.ts";
import { openOtp } from "../../support/waiting-code.ts";

// The schedules. Each runs fifty checks at the same time, one of them with the right code, on a table whose calls take
// effect in random order.

const SCHEDULES = times(30);
const CHECKS = 50;
const RIGHT = "100000";
const PHONE = "5511999990001";

/** Returns pseudorandom numbers from 0 (inclusive) to 1 (exclusive). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A change to a write. The model must detect it. */
type Mutation = (write: Write) => Write;

const withoutAttempts =
  (isMeant: (write: Write) => boolean): Mutation =>
  (write) =>
    isMeant(write) && "update" in write && write.if
      ? { ...write, if: write.if.filter((claim) => !("field" in claim) || claim.field !== "attempts") }
      : write;
const sets = (write: Write) => ("update" in write ? write.set?.status : undefined);

function mutated(table: MemoryTable, mutation: Mutation): Table {
  return {
    get: (key) => table.get(key),
    getMany: (wanted) => table.getMany(wanted),
    query: (range) => table.query(range),
    write: (write) => table.write(write),
    transact: (writes, options) => table.transact(writes.map(mutation), options),
  };
}

/** Runs one schedule. @returns the faults found, and whether the right code passed. */
async function play(seed: number, mutation: Mutation = (write) => write) {
  const random = numbers(seed);
  const waiting: (() => void)[] = [];
  const memory = new MemoryTable();
  const clock = stillClock(new Date("2026-11-20T09:30:00.000Z"));
  const otp = openOtp(clock.now(), PHONE);
  await memory.write({ put: { ...keys.otp("acc_1", otp.id), ...otp } });
  const slow = memory.withHook((_, phase) =>
    phase === "before" ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined,
  );
  const wakeups = { wake: async () => {} };
  const log = createLog("test", "silent");
  const deps = { clock, ids: randomIds(), wakeups, log, media: memoryMedia(), codes: testCodes };
  const right = Math.floor(random() * CHECKS);
  const answers: string[] = [];
  const checks = Array.from({ length: CHECKS }, (_, n) =>
    checkCode({ ...deps, table: mutated(slow, mutation) }, otp, n === right ? RIGHT : "999999").then(
      () => answers.push("verified"),
      (error: unknown) => answers.push(error instanceof ApiError ? error.code : String(error)),
    ),
  );
  while (answers.length < CHECKS) {
    await new Promise((resolve) => setImmediate(resolve));
    const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
    next?.();
  }
  await Promise.all(checks);

  const count = (code: string) => answers.filter((one) => one === code).length;
  const stored = memory.peek(keys.otp("acc_1", otp.id)) as unknown as OtpRecord;
  const verdicts = count("verified") + count("wrong_code") + count("no_attempts_left");
  const wrongs = (memory.peek(keys.otpPhone("acc_1", PHONE))?.wrong as string[] | undefined) ?? [];
  const events = memory.partition(keys.event("acc_1", "").pk);
  const hasPassed = count("verified") === 1;
  const faults = [
    verdicts > 5 && `${verdicts} verdicts`,
    verdicts !== stored.attempts && `${verdicts} verdicts, ${stored.attempts} attempts`,
    wrongs.length !== verdicts - count("verified") && "wrong codes of the phone are not counted",
    events.length !== 1 && `${events.length} events`,
    stored.status !== (hasPassed ? "verified" : "failed") && `${stored.status}, and the right one passed: ${hasPassed}`,
    count("conflict") !== CHECKS - verdicts && `other answers: ${[...new Set(answers)]}`,
  ].filter((fault) => fault !== false);
  return { faults, hasPassed };
}

async function playAll(count: number, mutation?: Mutation) {
  const faults: string[] = [];
  let passed = 0;
  for (let seed = 1; seed <= count; seed++) {
    const played = await play(seed, mutation);
    faults.push(...played.faults.map((fault) => `seed ${seed}: ${fault}`));
    if (played.hasPassed) passed++;
  }
  return { faults, share: passed / count };
}

describe("fifty checks at once", () => {
  it("are five verdicts at most and one event, and the right one has no better a chance than five of fifty", async () => {
    const { faults, share } = await playAll(SCHEDULES);
    expect(faults).toEqual([]);
    // The limit is a tenth plus six standard deviations.
    expect(share).toBeLessThan(0.1 + 6 * Math.sqrt(0.09 / SCHEDULES));
    if (IS_LONG) console.log(`${SCHEDULES} schedules; the right one passed in ${share * 100} %`);
  });

  it.each<[string, Mutation]>([
    ["when a right code does not claim the attempts as read", withoutAttempts((write) => sets(write) === "verified")],
    ["when a wrong code does not", withoutAttempts((write) => sets(write) !== "verified")],
  ])("show a fault %s", async (_, mutation) => {
    let found = 0;
    for (let seed = 1; seed <= 300 && found === 0; seed++) found = (await play(seed, mutation)).faults.length;
    expect(found).toBeGreaterThan(0);
  });
});
