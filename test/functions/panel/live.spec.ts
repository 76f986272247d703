import { beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import type { MemoryTable } from "../../support/memory-table.ts";
import { countingUnits } from "../../support/written-units.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

const PHONE = "5511999990001";

let world: PanelWorld;
let account: string;
let instance: string;
let mel: SignedIn;

beforeEach(async () => {
  world = panelWorld();
  account = await world.account();
  instance = await world.instance(account, "Shop");
  await world.table.write({ update: keys.instance(instance), set: { status: "working", phone: "5511988887777" } });
  mel = await world.signedIn(account, "member");
});

const pass = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
interface Fresh {
  chats: { id: string; last_message: { body: string } }[];
  messages: { id: string; body: string; status: string; origin: string }[];
  instances: { id: string; status: string }[];
  next: string;
}
const live = async (query = "") => {
  const { status, body } = await world.panel("GET", `/live${query}`, mel);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as Fresh;
};
const send = async (text: string) => {
  const body = { instance_id: instance, to: PHONE, text };
  return (await world.panel("POST", "/v1/messages", { ...mel, body })).body.data as { id: string };
};

describe("what is new", () => {
  it("begins empty, and tells how the numbers are", async () => {
    await send("before");
    pass(60_000);
    expect(await live()).toMatchObject({ chats: [], messages: [], instances: [{ id: instance, status: "working" }] });
  });

  it("is the open chat's messages since the last answer, and no other's", async () => {
    const { id } = await send("Hello");
    pass(60_000);
    const { next } = await live();
    pass(60_000);
    const sent = await send("Still there?");
    const fresh = await live(`?since=${encodeURIComponent(next)}&instance_id=${instance}&chat_id=${PHONE}`);
    expect(fresh.messages.map((one) => one.id)).toEqual([sent.id]);
    expect(fresh.messages[0]).toMatchObject({ body: "Still there?", origin: "panel" });
    expect(fresh.messages.map((one) => one.id)).not.toContain(id);
  });

  it("reaches back to when the page asked for what it shows, before the first answer and after it", async () => {
    await send("before the list");
    pass(60_000);
    const { next } = await live();
    const sent = await send("after the list");
    pass(40_000);
    const thread = `instance_id=${instance}&chat_id=${PHONE}`;
    const shown = async (from: string) => (await live(`?${thread}&${from}`)).messages.map(({ id }) => id);
    const later = encodeURIComponent((await live()).next);

    expect(await shown("age=41")).toEqual([sent.id]);
    expect(await shown(`age=41&since=${later}`)).toEqual([sent.id]);
    expect(await shown(`age=0&since=${encodeURIComponent(next)}`)).toEqual([sent.id]);
    expect(await shown("age=20")).toEqual([]);
    expect((await world.panel("GET", "/live?age=-1", mel)).status).toBe(422);
  });

  it("is the present state of the messages that are watched, of this account alone", async () => {
    const { id } = await send("Hello");
    pass(3_600_000);
    await world.table.write({ update: keys.message(account, id), set: { status: "read" } });
    expect((await live(`?watch[]=${id}`)).messages).toMatchObject([{ id, status: "read" }]);
    const theirs = await world.signedIn(await world.account(), "admin");
    const asked = await world.panel("GET", `/live?watch[]=${id}`, theirs);
    expect((asked.body.data as Fresh).messages).toEqual([]);
  });

  it("costs a few read units, session and all, however much is stored", async () => {
    const count = { written: 0, read: 0 };
    const { id } = await send("Hello");
    const unitsOf = async (query: string) => {
      const { table } = world.deps;
      world.deps.table = countingUnits(table, world.table as MemoryTable, count);
      count.read = 0;
      await live(query);
      world.deps.table = table;
      return count.read;
    };
    const list = (since: string) => `?since=${encodeURIComponent(since)}`;
    const open = (since: string) => `${list(since)}&instance_id=${instance}&chat_id=${PHONE}&watch[]=${id}`;
    pass(60_000);
    const { next } = await live();
    pass(60_000);
    await live(); // the session's last request is written once in a while
    const few = [await unitsOf(list(next)), await unitsOf(open(next))];
    for (let n = 0; n < 40; n++) {
      await send(`Message ${n}`);
      const to = `55119999${String(n).padStart(5, "0")}`;
      await world.panel("POST", "/v1/messages", { ...mel, body: { instance_id: instance, to, text: "Hello" } });
    }
    pass(600_000);
    const later = world.clock.now().toISOString();
    pass(60_000);
    await live();
    expect([await unitsOf(list(later)), await unitsOf(open(later))]).toEqual(few);
    // The maximum applies to a person whose number has two forms and who never wrote. For other people, one fewer read
    // is needed (0155, 0166).
    for (const units of few) expect(units).toBeLessThanOrEqual(13);
  });

  it("takes a time to come for now, however far it is", async () => {
    await send("Hello");
    pass(60_000);
    for (const since of ["2027-01-01T00:00:00Z", "+275760-09-13T00:00:00.000Z"]) {
      const fresh = await live(`?since=${encodeURIComponent(since)}&instance_id=${instance}&chat_id=${PHONE}`);
      expect(fresh).toMatchObject({ messages: [], next: world.clock.now().toISOString() });
    }
  });

  it("refuses a chat without its number, another account's number, and too many to watch", async () => {
    const asked = async (query: string) => (await world.panel("GET", `/live${query}`, mel)).body.code;
    expect(await asked(`?chat_id=${PHONE}`)).toBe("validation_failed");
    expect(await asked(`?instance_id=${await world.instance(await world.account())}`)).toBe("instance_not_found");
    expect(await asked(`?${Array.from({ length: 21 }, (_, i) => `watch[]=msg_${i}`).join("&")}`)).toBe(
      "validation_failed",
    );
    expect(await asked("?since=soon")).toBe("validation_failed");
  });
});
