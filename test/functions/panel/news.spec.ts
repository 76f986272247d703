import { beforeEach, describe, expect, it } from "vitest";
import type { News, Quiet } from "../../../core/contracts/panel/news.ts";
import { endSessionsOf } from "../../../core/operations/users/end-session.ts";
import { listEntry, waitingEntry } from "../../../core/records/chats/chat-fields.ts";
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
  instance = await working("5511988887777");
  mel = await world.signedIn(account, "member");
});

async function working(phone: string): Promise<string> {
  const id = await world.instance(account, phone);
  await world.table.write({ update: keys.instance(id), set: { status: "working", phone } });
  return id;
}

const pass = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
const send = (text: string) =>
  world.panel("POST", "/v1/messages", { ...mel, body: { instance_id: instance, to: PHONE, text } });
async function ask<Answer>(path: string, as = mel): Promise<Answer> {
  const { status, body } = await world.panel("GET", path, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as Answer;
}
/** Changes a chat the way a new message does. */
const moves = () =>
  world.table.write({
    update: keys.person(instance, PHONE),
    set: listEntry(instance, world.clock.now().getTime(), "msg_1"),
  });
const since = (time: string) => `?since=${encodeURIComponent(time)}`;

describe("a hidden tab", () => {
  it("learns that something was written, and nothing of what", async () => {
    const { next } = await ask<Quiet>("/quiet");
    pass(60_000);
    expect(await ask<Quiet>(`/quiet${since(next)}`)).toMatchObject({ quiet: true, again_sec: 20 });
    await moves();
    expect(Object.keys(await ask<Quiet>(`/quiet${since(next)}`)).sort()).toEqual([
      "again_sec",
      "hints",
      "next",
      "quiet",
    ]);
    expect((await ask<Quiet>(`/quiet${since(next)}`)).quiet).toBe(false);
  });

  it.each([1, 2, 5, 20])(
    "of an account with %i numbers reads at most 3 units a minute, session and all",
    async (numbers) => {
      for (let n = 1; n < numbers; n++) await working(`55119888800${10 + n}`);
      const count = { written: 0, read: 0 };
      const { table } = world.deps;
      world.deps.table = countingUnits(table, world.table as MemoryTable, count);
      const startedAt = world.clock.now().getTime();
      let next = world.clock.now().toISOString();
      while (world.clock.now().getTime() < startedAt + 3_600_000) {
        const answer = await ask<Quiet>(`/quiet${since(next)}`);
        next = answer.next;
        pass(answer.again_sec * 1000);
      }
      world.deps.table = table;
      expect(count.read / 60).toBeGreaterThan(0.5);
      expect(count.read / 60).toBeLessThanOrEqual(3);
    },
  );

  it("is refused ten minutes after its session ended, and keeps no session from expiring", async () => {
    await ask<Quiet>("/quiet");
    await endSessionsOf(world.table, mel.user);
    pass(9 * 60_000);
    expect((await ask<Quiet>("/quiet")).quiet).toBe(true);
    pass(2 * 60_000);
    expect((await world.panel("GET", "/quiet", mel)).status).toBe(401);

    const vi = await world.signedIn(account, "viewer");
    for (let hour = 0; hour < 12; hour++) {
      await ask<Quiet>("/quiet", vi);
      pass(3_600_000 + 60_000);
    }
    expect((await world.panel("GET", "/quiet", vi)).status).toBe(401);
  });
});

describe("news", () => {
  it("name the chats in which someone waits, count who waits, and stop with the session", async () => {
    const { next } = await ask<News>("/news");
    await send("Hello");
    expect((await ask<News>(`/news${since(next)}`)).chats).toEqual([]);
    const set = waitingEntry(instance, world.clock.now().getTime(), PHONE);
    await world.table.write({ update: keys.person(instance, PHONE), set });
    expect((await ask<News>(`/news${since(next)}`)).waiting).toBe(1);
    await endSessionsOf(world.table, mel.user);
    expect((await world.panel("GET", "/news", mel)).status).toBe(401);
  });
});
