import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../../core/errors.ts";
import { sweepLanes } from "../../../core/lanes/sweep-lanes.ts";
import { dropInstanceWebhook } from "../../../core/operations/webhooks/drop-instance-webhook.ts";
import { listDeliveries } from "../../../core/operations/webhooks/list-deliveries.ts";
import { readWebhook } from "../../../core/operations/webhooks/read-webhook.ts";
import { resendEvent } from "../../../core/operations/webhooks/resend-event.ts";
import { testWebhook } from "../../../core/operations/webhooks/test-webhook.ts";
import { tryWebhook } from "../../../core/operations/webhooks/try-webhook.ts";
import { endpointLane } from "../../../core/store/lane-names.ts";
import { type ReceivedRequest, type Receiver, startReceiver } from "../../support/receiver.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../../support/webhook-world.ts";

const HOUR = 3_600;
const PLACE = { account_id: ACCOUNT, owner: "account" };
let world: WebhookWorld;
let receiver: Receiver;

beforeEach(async () => {
  world = webhookWorld();
  receiver = await startReceiver();
  await world.change({ url: receiver.url });
  await world.look();
});
afterEach(() => receiver.stop());

const idsOf = (requests: ReceivedRequest[]) => requests.map(({ headers }) => String(headers["webhook-id"]));
const read = () => readWebhook(world.deps, PLACE);

/** Lets time pass as in a running gateway, which checks the lane whenever its wake-up is due. */
async function pass(sec: number, lane = world.lane): Promise<void> {
  const end = world.clock.now().getTime() + sec * 1000;
  for (;;) {
    const wakeAt = world.head(lane)?.wake_at;
    const at = wakeAt === undefined ? end : Math.min(end, Date.parse(wakeAt));
    world.advance(Math.max(0, (at - world.clock.now().getTime()) / 1000));
    if (world.clock.now().getTime() >= end - 1) return;
    await world.look(world.table, lane);
  }
}

/** Simulates three events, a dead endpoint and 24 hours. @returns the IDs of the events. */
async function paused(): Promise<string[]> {
  receiver.respondWith(500);
  const ids = [await world.publish({ n: 1 }), await world.publish({ n: 2 }), await world.publish({ n: 3 })];
  await world.look();
  await pass(24 * HOUR + 5);
  expect(await read()).toMatchObject({ paused: true });
  return ids;
}

describe("an endpoint that accepts nothing for 24 hours", () => {
  it("is paused by a wake-up of its own, before any event has used its tries; admins are to be told", async () => {
    receiver.respondWith(500);
    await world.publish();
    await world.look();
    await pass(24 * HOUR - 60);
    expect(await read()).toMatchObject({ paused: false, paused_reason: null, events_kept: 1 });

    await pass(70);

    expect(await read()).toMatchObject({ paused: true, paused_reason: expect.stringContaining("24 hours") });
    expect(world.rows()).toMatchObject([{ sk: expect.stringMatching(/^Q#/), tries: 9 }]);
    expect(world.notices()).toMatchObject([{ detail_type: "webhook.paused", detail: { account_id: ACCOUNT } }]);
    expect(world.activities().at(-1)).toMatchObject({ action: "webhook.paused", key_id: null });
  });

  it("counts from the first failed try since the last accepted event", async () => {
    receiver.respondWith(500);
    await world.publish();
    await world.look();
    await pass(20 * HOUR);
    receiver.respondWith(204, 500);
    await world.publish();
    await world.look();
    await world.publish();
    await world.look();

    await pass(5 * HOUR);
    expect(await read()).toMatchObject({ paused: false });
    await pass(20 * HOUR);
    expect(await read()).toMatchObject({ paused: true });
  });

  it("is asked again before it is paused if the gateway itself was down for that time, and goes on if it accepts", async () => {
    receiver.respondWith(500);
    const ids = [await world.publish({ n: 1 }), await world.publish({ n: 2 })];
    await world.look();
    const before = receiver.requests.length;
    receiver.respondWith(204);

    world.advance(60 * HOUR); // nothing of ours runs: a machine that is off from Friday to Monday
    await world.look();

    expect(idsOf(receiver.requests.slice(before)).sort()).toEqual(ids);
    expect(await read()).toMatchObject({ paused: false, events_kept: 0 });
    expect(world.webhook()).not.toHaveProperty("failing_since");
    expect(world.notices()).toEqual([]);
  });

  it("is paused after one more refusal if the gateway was down for that time", async () => {
    receiver.respondWith(500);
    await world.publish({ n: 1 });
    await world.publish({ n: 2 });
    await world.look();
    const before = receiver.requests.length;

    world.advance(60 * HOUR);
    await world.look();

    expect(receiver.requests).toHaveLength(before + 1);
    expect(await read()).toMatchObject({ paused: true, events_kept: 2 });
    expect(world.notices()).toHaveLength(1);
  });

  it("is not paused for lack of traffic", async () => {
    await world.publish();
    await world.look();
    await pass(100 * HOUR);

    expect(await read()).toMatchObject({ paused: false });
    expect(world.head()).not.toHaveProperty("wake_at");
  });
});

describe("a paused endpoint", () => {
  it("is tried once an hour with a kept event, the oldest first, then the others in turn, without using up tries", async () => {
    const ids = await paused();
    const before = receiver.requests.length;
    const tries = world.rows().map((row) => row.tries);

    await pass(4 * HOUR + 60);

    expect(idsOf(receiver.requests.slice(before))).toEqual([...ids, ids[0]]);
    expect(world.rows().map((row) => row.tries)).toEqual(tries);
    expect(world.rows().every((row) => row.claim === undefined)).toBe(true);
  });

  it("wakes nobody for what is put meanwhile", async () => {
    await paused();
    world.wakes.length = 0;

    await world.publish();

    expect(world.wakes).toEqual([]);
    expect(await read()).toMatchObject({ events_kept: 4 });
  });

  it("that answers is active again and gets everything that was kept, oldest first", async () => {
    const ids = [...(await paused()), await world.publish({ n: 4 })];
    const before = receiver.requests.length;
    receiver.respondWith(204);

    await pass(HOUR + 60);

    const posted = idsOf(receiver.requests.slice(before));
    expect(posted[0]).toBe(ids[0]);
    expect([...posted].sort()).toEqual(ids);
    expect(await read()).toMatchObject({ paused: false, paused_reason: null, events_kept: 0 });
    expect(world.activities().at(-1)).toMatchObject({ action: "webhook.resumed" });
  });

  it("that answers a run which has lost the lane, and which dies then, is found by the look that is left", async () => {
    await paused();
    const before = receiver.requests.length;
    receiver.respondWith("hold", 204);
    world.advance(HOUR);
    let isDead = false;
    const dying = world.table.withHook((operation, phase) => {
      if (isDead) throw new Error("the process is dead");
      const isResume =
        operation.kind === "transact" &&
        operation.writes.some((write) => "update" in write && write.remove?.includes("paused_at"));
      isDead = isResume && phase === "after";
    });
    const lost = world.look(dying);
    await receiver.waitFor((requests) => requests.length === before + 1);
    world.advance(48);
    await world.look(); // another run: it plans the next try
    receiver.answerHeld(204);
    await expect(lost).rejects.toThrow("the process is dead");
    expect(Date.parse(String(world.head()?.wake_at)) - world.clock.now().getTime()).toBeGreaterThan(3_000_000);

    world.advance(61);
    await sweepLanes(world.deps);
    await world.look();

    expect(await read()).toMatchObject({ paused: false, events_kept: 0 });
    expect(receiver.requests).toHaveLength(before + 3);
  });

  it("that refuses one event only is resumed by another, and that one goes on with its tries", async () => {
    const ids = await paused();
    const refused = ids[0] ?? "";
    receiver.respondWith(({ headers }, response) => {
      response.writeHead(headers["webhook-id"] === refused ? 500 : 204).end();
    });

    await pass(2 * HOUR + 60);

    expect(await read()).toMatchObject({ paused: false });
    expect(world.rows()).toEqual([]);
    expect(world.failed(refused)).toMatchObject({ tries: 10 }); // it had used nine
  });

  it("with nothing kept is tried with a webhook.test", async () => {
    const ids = await paused();
    world.advance(30 * 24 * HOUR); // all are too old by now
    receiver.respondWith(204);
    const before = receiver.requests.length;

    await world.look();

    const [probe] = receiver.requests.slice(before);
    const event = JSON.parse(probe?.body ?? "{}");
    expect(event).toMatchObject({ type: "webhook.test", data: { type: "text", direction: "in", body: "Test" } });
    expect(ids).not.toContain(event.id);
    expect(world.event(event.id).body).toBe(probe?.body);
    expect(await read()).toMatchObject({ paused: false });
  });

  it("is tried at most once an hour, also when the worker dies each time", async () => {
    await paused();
    const before = receiver.requests.length;
    await pass(HOUR - 10);
    world.advance(20);
    const dying = world.table.withHook((operation, phase) => {
      const isAnswer =
        operation.kind === "transact" && operation.writes.some((w) => "update" in w && w.set?.try_result);
      if (phase === "before" && isAnswer) throw new Error("this process is dead");
    });

    await world.look(dying).catch(() => undefined);
    world.advance(60);
    await world.look();

    expect(receiver.requests.slice(before)).toHaveLength(1);
  });
});

describe("another url", () => {
  it("is a new life: active, no clock, all tries anew, and what was kept goes there, oldest first", async () => {
    const ids = await paused();
    const other = await startReceiver();
    await world.change({ url: other.url });
    expect(await read()).toMatchObject({ paused: false, events_kept: 3 });

    await world.look();

    expect(idsOf(other.requests).sort()).toEqual(ids);
    expect(world.webhook()).not.toHaveProperty("failing_since");
    await other.stop();
  });

  it("takes the ladder's events along at once, with all their tries", async () => {
    receiver.respondWith(500);
    await world.publish();
    await world.look();
    await pass(HOUR);
    const other = await startReceiver();
    other.respondWith(503);
    await world.change({ url: other.url });

    await world.look();

    expect(other.requests).toHaveLength(1);
    expect(world.rows()).toMatchObject([{ tries: 1, life: 2 }]);
    expect(world.webhook()).not.toHaveProperty("ladder_stale");
    await other.stop();
  });

  it("null ends what was kept; a url set later does not replay it", async () => {
    await paused();
    await world.change({ url: null });
    await world.change({ url: receiver.url });
    const before = receiver.requests.length;
    receiver.respondWith(204);

    await world.look();

    expect(receiver.requests).toHaveLength(before);
    expect(await read()).toMatchObject({ paused: false, events_kept: 0 });
  });

  it("null of an instance sends what was kept to the account's url, tries anew, oldest first", async () => {
    const own = await startReceiver();
    own.respondWith(500);
    await world.change({ url: own.url }, "inst_1");
    const lane = endpointLane(ACCOUNT, "inst_1");
    const ids = [await world.publish({ n: 1 }, "inst_1"), await world.publish({ n: 2 }, "inst_1")];
    await world.look(world.table, lane);
    await pass(25 * HOUR, lane);
    expect(await readWebhook(world.deps, { ...PLACE, owner: "inst_1" })).toMatchObject({
      paused: true,
      events_kept: 2,
    });

    await world.change({ url: null }, "inst_1");
    await world.look(world.table, lane);
    expect(world.rows().map((row) => row.tries)).toEqual([0, 0]);
    await world.look();

    expect(idsOf(receiver.requests).sort()).toEqual(ids);
    await own.stop();
  });
});

describe("a deleted instance", () => {
  it("ends what waited for its own url without a post, and is tried no more", async () => {
    const own = await startReceiver();
    own.respondWith(500);
    await world.change({ url: own.url }, "inst_1");
    const lane = endpointLane(ACCOUNT, "inst_1");
    await world.publish({ n: 1 }, "inst_1");
    await world.look(world.table, lane);
    await pass(25 * HOUR, lane);
    const tried = own.requests.length;

    await dropInstanceWebhook(world.deps, ACCOUNT, "inst_1");
    await dropInstanceWebhook(world.deps, ACCOUNT, "inst_1");
    await pass(3 * HOUR, lane);
    await world.look();

    expect(own.requests).toHaveLength(tried);
    expect(receiver.requests).toEqual([]);
    expect(world.rows(lane)).toEqual([]);
    expect(world.head(lane)).not.toHaveProperty("wake_at");
    await own.stop();
  });
});

describe("POST try", () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error)),
    );

  it("answers what came of it; accepted, the kept events follow", async () => {
    await paused();
    const [refused] = await Promise.all([tryWebhook(world.deps, PLACE), workerSoon()]);
    expect(refused).toEqual({ delivered: false, status_code: 500, paused: true, events_kept: 3 });

    world.advance(61);
    receiver.respondWith(204);
    const [accepted] = await Promise.all([tryWebhook(world.deps, PLACE), workerSoon()]);
    expect(accepted).toMatchObject({ delivered: true, status_code: 204, paused: false });
    expect(await read()).toMatchObject({ events_kept: 0 });
  });

  /** Creates events that failed at different times, so the oldest isn't the next one to be retried. */
  async function failing(): Promise<string[]> {
    receiver.respondWith(500);
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4]) {
      ids.push(await world.publish({ n }));
      await world.look();
      await pass(200);
    }
    expect(await read()).toMatchObject({ paused: false, events_kept: 4 });
    expect(world.rows().every(({ sk }) => sk.startsWith("D#"))).toBe(true);
    return ids;
  }

  it("of a webhook that fails and is not paused sends the oldest event at once, then the others in order", async () => {
    const ids = await failing();
    const before = receiver.requests.length;
    receiver.respondWith(204);

    const [tried] = await Promise.all([tryWebhook(world.deps, PLACE), workerSoon()]);
    expect(tried).toMatchObject({ delivered: true, status_code: 204, paused: false });
    await world.look();

    expect(idsOf(receiver.requests.slice(before))).toEqual(ids);
    expect(await read()).toMatchObject({ paused: false, events_kept: 0 });
    for (const field of ["failing_since", "ladder_recalled", "try_asked"]) {
      expect(world.webhook()).not.toHaveProperty(field);
    }
    expect(world.head()).not.toHaveProperty("wake_at");
  });

  it("of one that still fails leaves each event its tries and its next one, and takes another event the next time", async () => {
    const ids = await failing();
    const before = receiver.requests.length;
    const rows = world.rows().map(({ sk, tries, due }) => ({ sk, tries, due }));

    const [tried] = await Promise.all([tryWebhook(world.deps, PLACE), workerSoon()]);
    expect(tried).toEqual({ delivered: false, status_code: 500, paused: false, events_kept: 4 });
    expect(idsOf(receiver.requests.slice(before))).toEqual([ids[0]]);
    expect(world.rows().map(({ sk, tries, due }) => ({ sk, tries, due }))).toEqual(rows);
    expect(world.rows().some(({ claim }) => claim !== undefined)).toBe(false);

    world.advance(61);
    const since = receiver.requests.length;
    await Promise.all([tryWebhook(world.deps, PLACE), workerSoon()]);
    expect(idsOf(receiver.requests.slice(since))).toContain(ids[1]);
  });

  it("of one whose accepted try is not finished by a run that dies sends the rest all the same", async () => {
    const ids = await failing();
    receiver.respondWith(204);
    let isDead = false;
    const dying = world.table.withHook((operation, phase) => {
      if (isDead) throw new Error("the process is dead");
      const isRecall =
        operation.kind === "transact" &&
        operation.writes.some((write) => "update" in write && write.set?.ladder_recalled !== undefined);
      isDead = isRecall && phase === "after";
    });
    const before = receiver.requests.length;
    const asked = tryWebhook(world.deps, PLACE);
    await expect(workerSoon(dying)).rejects.toThrow("the process is dead");
    expect(await asked).toMatchObject({ delivered: true });

    world.advance(48);
    await world.look();

    expect(new Set(idsOf(receiver.requests.slice(before)))).toEqual(new Set(ids));
    expect(await read()).toMatchObject({ events_kept: 0 });
  });

  /** Creates a table for a run that dies when it has the answer to a probe. */
  const dyingWithAnswer = () => {
    let isDead = false;
    return world.table.withHook((operation, phase) => {
      const writes = operation.kind === "transact" ? operation.writes : [];
      isDead ||= phase === "before" && writes.some((write) => "update" in write && write.set?.try_result);
      if (isDead) throw new Error("the process is dead");
    });
  };

  it("whose run dies with the answer is made by the next one, and is over then", async () => {
    const ids = await failing();
    receiver.respondWith(204);
    const asked = tryWebhook(world.deps, PLACE).catch(() => null);
    await expect(workerSoon(dyingWithAnswer())).rejects.toThrow("the process is dead");
    const before = receiver.requests.length;

    world.advance(48);
    await world.look();
    await asked;

    expect(idsOf(receiver.requests.slice(before)).toSorted()).toEqual(ids);
    expect(world.webhook().try_result).toMatchObject({ asked: expect.any(String), delivered: true });
    for (const field of ["try_asked", "try_begun"]) expect(world.webhook()).not.toHaveProperty(field);
  });

  it("whose runs die each time is made twice at most, and the next request is a new one", async () => {
    await paused();
    const before = receiver.requests.length;
    const asked = tryWebhook(world.deps, PLACE).catch(() => null);
    await workerSoon(dyingWithAnswer()).catch(() => null);
    for (let deaths = 0; deaths < 3; deaths++) {
      world.advance(48);
      await world.look(dyingWithAnswer()).catch(() => null);
    }
    await asked;
    expect(receiver.requests).toHaveLength(before + 2);

    const [again] = await Promise.all([tryWebhook(world.deps, PLACE), workerSoon()]);
    expect(again).toMatchObject({ delivered: false, status_code: 500, paused: true });
    expect(receiver.requests).toHaveLength(before + 3);
  });

  it("is refused when nothing waits for one that is not paused, without url, or less than a minute after the last", async () => {
    expect(await refusal(tryWebhook(world.deps, PLACE))).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("No events are waiting"),
    });
    await paused();
    await Promise.all([tryWebhook(world.deps, PLACE), workerSoon()]);
    expect(await refusal(tryWebhook(world.deps, PLACE))).toMatchObject({ code: "rate_limited", status: 429 });
    await world.change({ url: null });
    expect(await refusal(tryWebhook(world.deps, PLACE))).toMatchObject({ code: "conflict" });
  });

  /** Runs the worker as soon as the try has been written, as its wake-up would. */
  async function workerSoon(table = world.table): Promise<void> {
    while (!world.rows().some((row) => row.sk.startsWith("C#"))) await new Promise((resolve) => setTimeout(resolve, 2));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await world.look(table);
  }
});

describe("a test", () => {
  it("is posted once, is not repeated, and is listed as failed when it is refused", async () => {
    receiver.respondWith(500);
    const { event_id: id } = await testWebhook(world.deps, PLACE);
    await world.look();

    expect(idsOf(receiver.requests)).toEqual([id]);
    expect(world.rows()).toEqual([]);
    expect(world.failed(id)).toMatchObject({ tries: 1, status: 500, type: "webhook.test" });
    expect(world.webhook()).not.toHaveProperty("failing_since");
  });

  it("goes while the webhook is paused, which stays as it is whatever comes of it", async () => {
    await paused();
    const before = receiver.requests.length;
    receiver.respondWith(204);

    const { event_id: id } = await testWebhook(world.deps, PLACE);
    await world.look();

    expect(idsOf(receiver.requests.slice(before))).toEqual([id]);
    expect(await read()).toMatchObject({ paused: true, events_kept: 3 });
  });

  it("of an instance's removed webhook is not sent to the account's", async () => {
    await world.change({ url: "http://127.0.0.1:3999/" }, "inst_1");
    await testWebhook(world.deps, { ...PLACE, owner: "inst_1" });
    await world.change({ url: null }, "inst_1");
    await world.look(world.table, endpointLane(ACCOUNT, "inst_1"));
    await world.look();

    expect(receiver.requests).toEqual([]);
    expect(world.rows()).toEqual([]);
  });

  it("needs a url, and a minute between two", async () => {
    await testWebhook(world.deps, PLACE);
    await expect(testWebhook(world.deps, PLACE)).rejects.toMatchObject({ code: "rate_limited" });
    const none = { ...PLACE, owner: "inst_1" };
    await expect(testWebhook(world.deps, none)).rejects.toMatchObject({ code: "conflict" });
  });

  it("racing another is sent once", async () => {
    const answers = await Promise.allSettled([1, 2, 3].map(() => testWebhook(world.deps, PLACE)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("'Send again'", () => {
  async function failed(): Promise<string> {
    receiver.respondWith(500);
    const { event_id: id } = await testWebhook(world.deps, PLACE);
    await world.look();
    return id;
  }

  it("posts a failed event once more: delivered, or failed again", async () => {
    const id = await failed();
    await resendEvent(world.deps, { account_id: ACCOUNT, event_id: id });
    expect(world.failed(id)).toBeNull();
    await world.look();
    expect(receiver.requests).toHaveLength(2);
    expect(world.failed(id)).toMatchObject({ tries: 10 });

    receiver.respondWith(204);
    await resendEvent(world.deps, { account_id: ACCOUNT, event_id: id });
    await world.look();

    expect(idsOf(receiver.requests)).toEqual([id, id, id]);
    expect(world.failed(id)).toBeNull();
    expect(world.rows()).toEqual([]);
  });

  it("that fails does not count toward a pause, while an event's own attempt in the same run does", async () => {
    const id = await failed();
    await resendEvent(world.deps, { account_id: ACCOUNT, event_id: id });
    await pass(25 * HOUR);
    expect(world.failed(id)).toMatchObject({ tries: 10 });
    expect(world.webhook()).not.toHaveProperty("failing_since");
    expect(await read()).toMatchObject({ paused: false });

    await resendEvent(world.deps, { account_id: ACCOUNT, event_id: id });
    await world.publish();
    await world.look();
    expect(world.webhook()).toHaveProperty("failing_since");
  });

  it("of a waiting event that fails does not count toward a pause either, but its later attempts do", async () => {
    receiver.respondWith(500, 204, 500);
    const id = await world.publish({ n: 1 });
    await world.look();
    await world.publish({ n: 2 });
    await world.look();
    await resendEvent(world.deps, { account_id: ACCOUNT, event_id: id });
    await world.look();
    expect(world.rows()).toMatchObject([{ tries: 2 }]);
    expect(world.webhook()).not.toHaveProperty("failing_since");

    await pass(HOUR);
    expect(world.webhook()).toHaveProperty("failing_since");
  });

  it("makes the next attempt of a waiting event at once, and leaves the others where they are", async () => {
    receiver.respondWith(500);
    const [id, other] = [await world.publish({ n: 1 }), await world.publish({ n: 2 })];
    await world.look();
    await pass(HOUR);
    const before = receiver.requests.length;
    const tries = Number(world.rows()[0]?.tries);

    await resendEvent(world.deps, { account_id: ACCOUNT, event_id: id });
    await world.look();
    expect(idsOf(receiver.requests.slice(before))).toEqual([id]);
    expect(
      world
        .rows()
        .map((row) => row.tries)
        .sort(),
    ).toEqual([tries, tries + 1]);

    receiver.respondWith(204);
    await resendEvent(world.deps, { account_id: ACCOUNT, event_id: id });
    await world.look();
    expect(idsOf(receiver.requests.slice(before))).toEqual([id, id]);
    expect(world.rows()).toMatchObject([{ sk: expect.stringContaining(other) }]);
  });

  it("is refused for what a paused webhook keeps", async () => {
    const [id = ""] = await paused();
    await expect(resendEvent(world.deps, { account_id: ACCOUNT, event_id: id })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("is refused for an event that has not failed, or that nobody knows", async () => {
    const id = await world.publish();
    const again = (event: string) => resendEvent(world.deps, { account_id: ACCOUNT, event_id: event });
    await expect(again(id)).rejects.toMatchObject({ code: "conflict" });
    await expect(again("evt_unknown")).rejects.toMatchObject({ code: "not_found", status: 404 });
  });

  it("the list shows what is not delivered, page by page, failed events first", async () => {
    const gone = await failed();
    const retried = await world.publish({ n: 1 });
    await world.look();
    const waiting = [await world.publish({ n: 2 }), await world.publish({ n: 3 })];

    const all: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listDeliveries>> = await listDeliveries(
        world.deps,
        { ...PLACE, status: null },
        { limit: 1, after },
      );
      all.push(...page.deliveries.map((one) => one.event_id));
      after = page.next;
    } while (after !== null);
    const pending = await listDeliveries(world.deps, { ...PLACE, status: "pending" }, { limit: 50, after: null });

    expect(all).toEqual([gone, retried, ...waiting]);
    expect(pending.deliveries).toMatchObject([
      { event_id: retried, status: "pending", tries: 1, status_code: 500, next_try_at: expect.any(String) },
      { event_id: waiting[0], tries: 0, next_try_at: null },
      { event_id: waiting[1] },
    ]);
  });
});
