import { describe, expect, it } from "vitest";
import { PLANS } from "../../../core/contracts/plans.ts";
import type { AccountRecord } from "../../../core/records/accounts/account.ts";
import { keys } from "../../../core/store/keys.ts";
import { broadcastLane, PEOPLE } from "../../support/models/broadcast-lane.ts";
import { ACCOUNT } from "../../support/models/lane-stage.ts";

const DAY = 86_400;

/** Creates a stage whose account's plan has these fields. */
async function planned(fields: Partial<AccountRecord>, network: Parameters<typeof broadcastLane>[1] = {}) {
  const stage = await broadcastLane(PEOPLE, network);
  const account = { id: ACCOUNT, name: "Shop", plan: "trial", status: "active", created_at: "2026-11-01T00:00:00Z" };
  await stage.table.write({ put: { ...keys.account(ACCOUNT), ...account, ...fields } });
  const used = (messages: number) => {
    const day = new Date(stage.sim.now).toISOString().slice(0, 10);
    return stage.table.write({ update: keys.sentMessages(ACCOUNT, day), set: { messages } });
  };
  return { ...stage, used };
}

describe("a broadcast and its account's plan", () => {
  it("pauses with plan_limit and its event when the trial is over, and sends nothing", async () => {
    const stage = await planned({ trial_ends_at: "2026-11-20T09:31:30Z" });
    stage.begin();
    stage.makeAt(1);
    await stage.runTo(3_600);

    expect(stage.relayed.length).toBeGreaterThan(0);
    expect(stage.relayed.length).toBeLessThan(3);
    expect(Math.max(...stage.relayed.map(({ at }) => at))).toBeLessThan(100_000);
    expect(stage.broadcast()).toMatchObject({ status: "paused", reason: "plan_limit" });
    expect(stage.events("broadcast.paused").map(({ reason }) => (reason as { code: string }).code)).toEqual([
      "plan_limit",
    ]);
    expect(stage.rows()).toEqual([]);
  });

  it("pauses when the account is suspended, whose numbers are offline then", async () => {
    let isOpen = true;
    const stage = await planned({ plan: "growth" }, { isOpen: () => isOpen });
    stage.begin();
    stage.makeAt(1);
    stage.changeAt(50, async () => {
      await stage.table.write({ update: keys.account(ACCOUNT), set: { status: "suspended" } });
      isOpen = false;
    });
    await stage.runTo(1_800);

    expect(stage.relayed.length).toBeLessThan(3);
    expect(stage.broadcast()).toMatchObject({ status: "paused", reason: "plan_limit" });
  });

  it("charges a trial's day for each message, waits when that is used, and goes on the next day", async () => {
    const stage = await planned({ trial_ends_at: "2026-12-20T00:00:00Z" });
    await stage.used((PLANS.trial.messagesPerDay ?? 0) - 2);
    stage.begin();
    stage.makeAt(1);
    let reason: unknown;
    stage.changeAt(3_600, async () => {
      reason = stage.broadcast()?.reason;
    });
    await stage.runTo(DAY);

    const [, second = 0, third = 0] = stage.relayed.map(({ at }) => at);
    expect(reason).toBe("daily_limit");
    expect(new Date(stage.sim.start + second).getUTCDate()).toBe(20);
    expect(new Date(stage.sim.start + third).getUTCDate()).toBe(21);
    expect(stage.relayed).toHaveLength(3);
    expect(stage.broadcast()?.status).toBe("completed");
    expect(stage.events("broadcast.paused")).toHaveLength(1);
    expect(stage.table.peek(keys.sentMessages(ACCOUNT, "2026-11-21"))?.messages).toBe(1);
  });

  it("charges nothing where the plan does not count messages", async () => {
    const stage = await planned({ plan: "starter" });
    stage.begin();
    stage.makeAt(1);
    await stage.runTo(3_600);

    expect(stage.broadcast()?.status).toBe("completed");
    expect(stage.table.peek(keys.sentMessages(ACCOUNT, "2026-11-20"))).toBeNull();
  });
});
