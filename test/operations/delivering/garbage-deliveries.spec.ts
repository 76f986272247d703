import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ensureWake } from "../../../core/lanes/ensure-wake.ts";
import { forwardWrites } from "../../../core/lanes/move-lane.ts";
import { recheckRow } from "../../../core/lanes/recheck.ts";
import { countKeptEvents } from "../../../core/operations/webhooks/count-kept-events.ts";
import { listDeliveries } from "../../../core/operations/webhooks/list-deliveries.ts";
import { keys } from "../../../core/store/keys.ts";
import { endpointLane } from "../../../core/store/lane-names.ts";
import type { Item } from "../../../core/store/table.ts";
import { times } from "../../run/how-long.ts";
import { withGarbage } from "../../support/garbage.ts";
import { ACCOUNT, webhookWorld } from "../../support/webhook-world.ts";

const LONG = "x".repeat(3_000);
const GARBAGE = [
  undefined,
  null,
  "",
  "garbage",
  LONG,
  0,
  -1,
  2 ** 53,
  true,
  [],
  {},
  "9999-12-31T00:00:00.000Z",
] as const;

/** Corrupts the middle one of three waiting events before the lane is processed. */
async function play(wrong: (id: string, world: ReturnType<typeof webhookWorld>) => Item | null) {
  const world = webhookWorld();
  const posted: string[] = [];
  await world.change({ url: "https://hooks.example.com/a" });
  world.deps.post = async ({ headers }) => {
    posted.push(String(headers["webhook-id"]));
    return { status: 204, error: null };
  };
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push(await world.publish({ n }));
  const [, middle = ""] = ids;
  const item = wrong(middle, world);
  if (item) await world.table.write({ put: item });
  for (let looks = 0; looks < 4 && world.rows().length > 0; looks++) await world.look();
  const others = ids.filter((id) => id !== middle);
  return { world, posted, middle, others };
}

describe("with one item of an endpoint's lane written wrong", () => {
  it.each([
    ["its row", (id: string, world: ReturnType<typeof webhookWorld>) => world.rows().find(({ sk }) => sk.endsWith(id))],
    [
      "its event",
      (id: string, world: ReturnType<typeof webhookWorld>) =>
        world.table.all().find(({ pk, sk }) => pk.endsWith("#EVT") && sk === id),
    ],
  ])("%s: every other event is delivered, and its own is delivered or quarantined", async (_what, find) => {
    const property = fc.asyncProperty(fc.nat(40), fc.constantFrom(...GARBAGE), async (nth, value) => {
      let what = "";
      const { world, posted, middle, others } = await play((id, now) => {
        const item = find(id, now);
        if (!item) return null;
        const names = Object.keys(item).filter((name) => !["pk", "sk", "gsi1pk", "gsi1sk"].includes(name));
        what = names[nth % names.length] ?? "";
        return withGarbage(item, what, value);
      });

      expect(world.rows(), what).toEqual([]);
      expect(posted.filter((id) => id !== middle).toSorted(), what).toEqual(others.toSorted());
      const quarantined = world.table.all().filter(({ pk }) => pk.endsWith("#ASIDE"));
      expect(posted.filter((id) => id === middle).length + quarantined.length, what).toBe(1);
    });
    await fc.assert(property, { numRuns: times(20) });
  });

  it.each(["Z#1", "no queue", "#", `Q#${LONG.slice(0, 400)}`, "D#garbage"])("a row %s is quarantined", async (sk) => {
    const { world, posted } = await play((_id, now) => ({ pk: now.lane, sk, due: 7 }));
    expect([posted.length, world.rows()]).toEqual([3, []]);
    expect(world.table.all().filter(({ pk }) => pk.endsWith("#ASIDE"))).toHaveLength(1);
  });

  it("its header: every event is delivered", async () => {
    const fields = ["wake_at", "until", "run", "fence", "died", "forward_to", "held"];
    const property = fc.asyncProperty(fc.constantFrom(...fields), fc.constantFrom(...GARBAGE), async (field, value) => {
      const { world, posted } = await play((_id, now) => {
        const head = now.head() ?? { ...keys.laneHead(now.lane), fence: 3 };
        return withGarbage({ ...head, run: "run_1", until: "2026-03-16T10:00:00.000Z" }, field, value);
      });
      expect(world.rows(), field).toEqual([]);
      expect(new Set(posted).size, field).toBe(3);
    });
    await fc.assert(property, { numRuns: times(20) });
  });

  it("a page of rows, none of which can be processed, is not the end of the list, the count or the queue", async () => {
    const { world } = await play(() => null);
    const posted: string[] = [];
    world.deps.post = async ({ headers }) => {
      posted.push(String(headers["webhook-id"]));
      return { status: 204, error: null };
    };
    for (let n = 0; n < 20; n++) await world.table.write({ put: { pk: world.lane, sk: `Q#evt_0${n}`, due: 7 } });
    const id = await world.publish();
    const filter = { account_id: ACCOUNT, owner: "account", status: "pending" } as const;

    const { deliveries } = await listDeliveries(world.deps, filter, { limit: 2, after: null });
    expect(deliveries).toMatchObject([{ event_id: id }]);
    expect(await countKeptEvents(world.deps, ACCOUNT, "account")).toBe(1);
    await world.look();
    expect(posted).toEqual([id]);
  });

  it("a try that is accepted sends what waits behind pages of such rows on the ladder", async () => {
    const world = webhookWorld();
    await world.change({ url: "https://hooks.example.com/a" });
    const answers = { status: 500 };
    world.deps.post = async () => ({ status: answers.status, error: null });
    for (let n = 0; n < 3; n++) await world.publish({ n });
    await world.look();
    for (let n = 0; n < 60; n++) {
      const sk = `D#2026-01-01T00:00:00.000Z#evt_${n}`;
      await world.table.write({ put: { pk: world.lane, sk, due: 7 } });
    }
    const now = world.clock.now();
    await world.table.transact([
      { update: keys.webhook(ACCOUNT, "account"), set: { ladder_recalled: "try_1" } },
      recheckRow(world.lane, "recalled", now),
    ]);
    await ensureWake(world.deps, world.lane, now, null);
    answers.status = 204;

    for (let looks = 0; looks < 4; looks++) await world.look();

    expect(world.rows()).toEqual([]);
    expect(world.webhook()).not.toHaveProperty("ladder_recalled");
  });

  it("the rows behind it move to another lane all the same", async () => {
    const to = endpointLane("acc_1", "inst_9");
    const world = webhookWorld();
    await world.change({ url: "https://hooks.example.com/a" });
    for (let n = 0; n < 3; n++) await world.publish({ n });
    const first = world.rows().find(({ sk }) => sk.startsWith("Q#"));
    if (first) await world.table.write({ put: withGarbage(first, "expires_at", "garbage") });
    await world.table.transact(forwardWrites(world.lane, to, world.clock.now()));
    await world.look();

    expect(world.rows()).toEqual([]);
    expect(world.table.partition(to).filter(({ sk }) => sk !== keys.laneHead(to).sk)).toHaveLength(2);
    expect(world.table.all().filter(({ pk }) => pk.endsWith("#ASIDE"))).toHaveLength(1);
  });
});
