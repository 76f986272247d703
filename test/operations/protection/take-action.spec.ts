import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import {
  actionLimit,
  LIMITED_ACTION_NAMES,
  LIMITED_ACTIONS,
  type LimitedAction,
} from "../../../core/contracts/protection/limited-actions.ts";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";
import type { TakenAction } from "../../../core/domain/protection/taken-action.ts";
import { giveBackAction, takeAction, takeLeftActions } from "../../../core/operations/protection/take-action.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";

const INSTANCE = "inst_1";
const ZONE = "America/Sao_Paulo";
const EVENING = new Date("2030-05-06T23:00:00-03:00");

let table: MemoryTable;
let deps: { table: MemoryTable; clock: ReturnType<typeof stillClock> };

const asRefused = (error: unknown) => error;
const used = (kind: LimitedAction) => table.peek(keys.limitedActions(INSTANCE))?.[kind] ?? 0;

async function begin(stage = 1): Promise<void> {
  table = new MemoryTable();
  deps = { table, clock: stillClock(EVENING) };
  const state = { ...newSendingState(ZONE, EVENING), stage, rev: 0, fence: 3 };
  await table.write({ put: { ...keys.sending(INSTANCE), ...state } });
  await table.write({ put: { ...keys.receiving(INSTANCE), fence: 3 } });
}

describe("an action that is limited to protect the number", () => {
  beforeEach(() => begin());

  it.each(LIMITED_ACTION_NAMES)("is done as often as its limit says on one local day: %s", async (kind) => {
    const limit = LIMITED_ACTIONS[kind].early;
    for (let n = 0; n < limit; n++) await takeAction(deps, INSTANCE, kind);

    await expect(takeAction(deps, INSTANCE, kind)).rejects.toMatchObject({
      code: "limit_reached",
      status: 429,
      message: expect.stringContaining(String(limit)),
      retryAfterSec: 3_600,
    });

    deps.clock.moveTo(new Date("2030-05-07T00:00:00-03:00"));
    await takeAction(deps, INSTANCE, kind);
    expect(used(kind)).toBe(1);
  });

  it("may be done more often from the third warm-up stage on", async () => {
    await begin(2);
    await takeAction(deps, INSTANCE, "group_adds", 50);
    await expect(takeAction(deps, INSTANCE, "group_adds")).rejects.toMatchObject({ code: "limit_reached" });
    await begin(3);
    await takeAction(deps, INSTANCE, "group_adds", 200);
    await expect(takeAction(deps, INSTANCE, "group_adds")).rejects.toMatchObject({ code: "limit_reached" });
  });

  it("is counted for all or for none, or for as many as are left", async () => {
    await takeAction(deps, INSTANCE, "group_adds", 45);

    await expect(takeAction(deps, INSTANCE, "group_adds", 6)).rejects.toMatchObject({ code: "limit_reached" });
    expect(used("group_adds")).toBe(45);

    const left = await takeLeftActions(deps, INSTANCE, "group_adds", 6);
    expect(left.taken?.count).toBe(5);
    expect(left.isFull).toMatchObject({ code: "limit_reached", retryAfterSec: 3_600 });
    expect((await takeLeftActions(deps, INSTANCE, "group_adds", 6)).taken).toBeNull();
  });

  it("is free again when it was not done, but not on a later day", async () => {
    const taken = await takeAction(deps, INSTANCE, "groups_created", 2);
    await giveBackAction(deps, INSTANCE, taken);
    expect(used("groups_created")).toBe(0);

    const late = await takeAction(deps, INSTANCE, "groups_created", 2);
    deps.clock.moveTo(new Date("2030-05-07T00:00:00-03:00"));
    await takeAction(deps, INSTANCE, "groups_created");
    await giveBackAction(deps, INSTANCE, late);
    expect(used("groups_created")).toBe(1);
  });

  it("does not count anew in a zone further west", async () => {
    await takeAction(deps, INSTANCE, "groups_created", 2);
    await table.write({ update: keys.sending(INSTANCE), set: { settings: { timezone: "Pacific/Honolulu" } } });

    await expect(takeAction(deps, INSTANCE, "groups_created")).rejects.toMatchObject({ code: "limit_reached" });
  });

  it("counts today what a wrong clock wrote far ahead, and mends what is broken", async () => {
    await table.write({
      put: { ...keys.limitedActions(INSTANCE), day: "2031-01-01", statuses: 4, group_joins: "many" },
    });

    await takeAction(deps, INSTANCE, "statuses");
    await takeAction(deps, INSTANCE, "group_joins");

    expect(table.peek(keys.limitedActions(INSTANCE))).toMatchObject({ day: "2030-05-06", statuses: 5, group_joins: 1 });
    await expect(takeAction(deps, INSTANCE, "statuses")).rejects.toMatchObject({ code: "limit_reached" });
  });

  it("is not counted by a task that no longer owns the instance", async () => {
    await expect(takeAction(deps, INSTANCE, "groups_created", 1, 2)).rejects.toBeInstanceOf(FenceLost);
    const taken = await takeAction(deps, INSTANCE, "groups_created", 1, 3);
    await expect(giveBackAction(deps, INSTANCE, taken, 2)).rejects.toBeInstanceOf(FenceLost);
    expect(used("groups_created")).toBe(1);
  });

  it("is never counted past its limit, nor refused below it, however many race", async () => {
    const deed = fc.record({
      kind: fc.constantFrom(...LIMITED_ACTION_NAMES),
      count: fc.integer({ min: 1, max: 20 }),
      isGivenBack: fc.boolean(),
    });
    const rounds = fc.array(fc.array(deed, { minLength: 1, maxLength: 8 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rounds, fc.integer({ min: 1, max: 7 }), async (all, stage) => {
        await begin(stage);
        const stands = new Map<LimitedAction, number>();
        for (const round of all) {
          const outcomes = await Promise.all(
            round.map(({ kind, count }) => takeAction(deps, INSTANCE, kind, count).catch(asRefused)),
          );
          for (const [n, { kind, count }] of round.entries()) {
            if (!(outcomes[n] instanceof Error)) stands.set(kind, (stands.get(kind) ?? 0) + count);
          }
          for (const kind of LIMITED_ACTION_NAMES) {
            const sum = stands.get(kind) ?? 0;
            expect(used(kind)).toBe(sum);
            expect(sum).toBeLessThanOrEqual(actionLimit(kind, stage));
            // Together with any of the refused requests, the round's total would have exceeded the limit.
            for (const [n, tried] of round.entries()) {
              if (tried.kind === kind && outcomes[n] instanceof Error)
                expect(sum + tried.count).toBeGreaterThan(actionLimit(kind, stage));
            }
          }
          const back = round.flatMap(({ isGivenBack }, n) =>
            isGivenBack && !(outcomes[n] instanceof Error) ? [outcomes[n] as TakenAction] : [],
          );
          await Promise.all(back.map((taken) => giveBackAction(deps, INSTANCE, taken)));
          for (const { kind, count } of back) stands.set(kind, (stands.get(kind) ?? 0) - count);
        }
      }),
      { numRuns: 60 },
    );
  });
});
