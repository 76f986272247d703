import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";
import {
  giveBackNewcomers,
  judgePeople,
  takeGroupPeople,
  takeNewcomers,
} from "../../../core/operations/protection/take-newcomers.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { changeSending } from "../../../core/records/sending.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { startWaiting } from "../../support/start-waiting.ts";

const NOON = new Date("2030-05-06T12:00:00Z");
const NIGHT = new Date("2030-05-06T23:00:00Z");
const strangers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => String(5_511_900_000_000 + from + n));

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
  world.clock.moveTo(NOON);
});

const used = () => world.sending().people_used;
const rows = (day = "2030-05-06") => world.table.all().filter(({ pk }) => pk === keys.personDay(INSTANCE, day, "").pk);
const take = (people: string[], mark = "A") => takeNewcomers(world.deps, world.own, people, mark);
const takeAll = (people: string[], mark = "A") => takeGroupPeople(world.deps, world.own, people, mark);
const asPaused = (state: object) => ({ ...state, settings: { new_chats_paused: true } }) as never;
const useUp = (count: number) =>
  changeSending(world.deps, INSTANCE, () => ({ ...newSendingState("UTC", NOON), people_used: count }));

describe("people whom a group shall get", () => {
  it("take places of new people, except those who wrote", async () => {
    await world.write("Hi");
    const [stranger = ""] = strangers(1);

    const { judged, places } = await take([ANA, stranger]);

    expect(judged).toMatchObject([
      { given: ANA, has_written: true, hold: null },
      { given: stranger, has_written: false, hold: null },
    ]);
    expect(places).toEqual({ day: "2030-05-06", people: [stranger], taker: "A" });
    expect(used()).toBe(1);
    expect(rows()).toHaveLength(1);
  });

  it("get as many places as the day has left, in their order", async () => {
    await useUp(8);

    const { judged } = await take(strangers(3));

    expect(judged.map(({ hold }) => hold)).toEqual([null, null, "daily_cap"]);
    expect(used()).toBe(10);
    expect(rows()).toHaveLength(2);
  });

  it("are held at night and while new chats are paused; who wrote is not", async () => {
    await world.write("Hi");
    world.clock.moveTo(NIGHT);
    const people = [...strangers(1), ANA];
    expect((await take(people)).judged.map(({ hold }) => hold)).toEqual(["quiet_hours", null]);

    await changeSending(world.deps, INSTANCE, asPaused);
    expect((await judgePeople(world.deps, INSTANCE, people)).map(({ hold }) => hold)).toEqual([
      "new_chats_paused",
      null,
    ]);
    expect(used()).toBe(0);
  });

  it("make a new group all together or not at all", async () => {
    await useUp(8);
    await expect(takeAll(strangers(3))).rejects.toMatchObject({
      code: "limit_reached",
      // The next day begins during the night, which ends at eight.
      retryAfterSec: 20 * 3_600 + 2,
      message: expect.stringContaining(
        "3 of these people have never written to the instance, and it can contact only 2 more new people today",
      ),
    });
    expect([used(), rows().length]).toEqual([8, 0]);

    expect((await takeAll(strangers(2))).places.people).toHaveLength(2);
    expect(used()).toBe(10);
  });

  it("make no group at night, while new chats are paused, or while the number is restricted", async () => {
    world.clock.moveTo(NIGHT);
    await expect(takeAll(strangers(1))).rejects.toMatchObject({ code: "limit_reached", retryAfterSec: 9 * 3_600 + 2 });
    world.clock.moveTo(new Date("2030-05-07T12:00:00Z"));
    await changeSending(world.deps, INSTANCE, (state) => ({ ...state, restricted: { until: null } }));
    await expect(takeAll(strangers(1))).rejects.toMatchObject({ code: "messenger_restricted", status: 409 });
    await changeSending(world.deps, INSTANCE, (state) => asPaused({ ...state, restricted: null }));
    await expect(takeAll(strangers(1))).rejects.toMatchObject({ code: "new_chats_paused", status: 409 });
    expect(used()).toBe(0);
  });

  it("count once a day: a message to them does not count again, and goes after the cap", async () => {
    const { message } = await world.send("Hello");
    await take([ANA]);
    const row = world.rows().find(({ message_id }) => message_id === message.id);
    expect(row?.sk.startsWith("F#")).toBe(true);
    expect((await world.send("Again")).message.row?.startsWith("G#")).toBe(true);
    expect(used()).toBe(1);
  });

  it("give their places back when the network does not take them, once", async () => {
    const [one = "", two = ""] = strangers(2);
    const { places } = await take([one, two]);

    await giveBackNewcomers(world.deps, world.own, places, [two]);
    await giveBackNewcomers(world.deps, world.own, places, [two]);
    expect([used(), rows().map(({ sk }) => sk)]).toEqual([1, [one]]);

    world.clock.moveTo(new Date("2030-05-07T12:00:00Z"));
    await take(strangers(1, 5), "B");
    await giveBackNewcomers(world.deps, world.own, places, [one]);
    expect(used()).toBe(1);
  });

  it("stay counted when a message to them began meanwhile", async () => {
    const { places } = await take([ANA]);
    const { message } = await world.send("Hello");
    const row = world.rows().find(({ message_id }) => message_id === message.id);
    const encoded = { network_id: "N", network_chat: "c", network_bytes: new Uint8Array([1]) };
    if (!row) throw new Error("It waits.");
    expect(await startWaiting(world.deps, world.own, row, message, encoded)).toBe(true);

    await giveBackNewcomers(world.deps, world.own, places, [ANA]);

    expect([used(), rows().length]).toEqual([1, 1]);
  });

  it("are not counted again by the repeat of a task that died, which can still give them back", async () => {
    const [one = ""] = strangers(1);
    await take([one], "the group's key");

    const again = await take([one], "the group's key");
    expect(used()).toBe(1);

    await giveBackNewcomers(world.deps, world.own, again.places, [one]);
    expect([used(), rows().length]).toEqual([0, 0]);
  });

  it("are each one person, though they are named by both of their ids", async () => {
    await world.table.write({ put: { ...keys.person(INSTANCE, "9001@lid"), merged_into: ANA } });
    const refusal = { code: "validation_failed", errors: { participants: [expect.any(String)] } };
    await expect(take([ANA, "9001@lid"])).rejects.toMatchObject(refusal);
    expect((await take(["9001@lid"])).places.people).toEqual([ANA]);
  });

  it("are not taken by a task that no longer owns the instance", async () => {
    const stale = { ...world.own, fence: world.own.fence - 1 };
    await expect(takeNewcomers(world.deps, stale, strangers(1), "A")).rejects.toBeInstanceOf(FenceLost);
    expect(used()).toBe(0);
  });

  it("are never more than the cap, however many take and give back at once", async () => {
    const call = fc.record({
      people: fc.uniqueArray(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 6 }),
      isGroup: fc.boolean(),
      back: fc.integer({ min: 0, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 6 }), async (calls) => {
        world = await messageWorld();
        world.clock.moveTo(NOON);
        await Promise.all(
          calls.map(async ({ people, isGroup, back }, n) => {
            const given = people.map((one) => strangers(1, one)[0] ?? "");
            const taken = await (isGroup ? takeAll : take)(given, `T${n}`).catch((error) => error);
            if (taken instanceof Error) return expect(taken).toMatchObject({ code: "limit_reached" });
            await giveBackNewcomers(world.deps, world.own, taken.places, taken.places.people.slice(0, back));
          }),
        );
        expect(used()).toBe(rows().length);
        expect(used()).toBeLessThanOrEqual(10);
      }),
      { numRuns: 40 },
    );
  });
});
