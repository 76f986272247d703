import { beforeEach, describe, expect, it } from "vitest";
import type { Live } from "../../../core/contracts/panel/live.ts";
import type { News } from "../../../core/contracts/panel/news.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import { keys } from "../../../core/store/keys.ts";
import { countingUnits } from "../../support/written-units.ts";
import { apiWorld } from "../api-world.ts";
import { linkedWorld, TO } from "../linked-world.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

type Json = Record<string, unknown>;
const BIA = "5511999990002";

let linked: Awaited<ReturnType<typeof linkedWorld>>;
let world: PanelWorld;
let ana: SignedIn;
let bob: SignedIn;

beforeEach(async () => {
  linked = await linkedWorld();
  world = panelWorld({ ...apiWorld(linked.table), deps: linked.deps, clock: linked.clock });
  ana = await world.signedIn(linked.account, "member");
  bob = await world.signedIn(linked.account, "member");
  for (const phone of [TO, BIA]) await receive(phone);
  pass(60_000);
});

const receive = (phone: string) => {
  pass(1_000);
  return linked.receive({ phone, person: phone, chat_id: `${phone}@s.whatsapp.net` });
};
const pass = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
const path = (chat = TO) => `/v1/instances/${linked.instance}/chats/${chat}`;
const change = async (who: SignedIn, body: Json, chat = TO) =>
  expect((await world.panel("PATCH", path(chat), { ...who, body })).status).toBe(200);
const live = async (who: SignedIn, since: string | null, chat: string | null = null): Promise<Live> => {
  const asked = new URLSearchParams({
    ...(since !== null && { since }),
    ...(chat !== null && { instance_id: linked.instance, chat_id: chat }),
  });
  const { status, body } = await world.panel("GET", `/live?${asked}`, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as Live;
};
const answers = (who: SignedIn, chat = TO) =>
  world.panel("POST", "/answering", { ...who, body: { instance_id: linked.instance, chat_id: chat } });
const isTeams = () =>
  (linked.table.peek(keys.instance(linked.instance)) as unknown as InstanceRecord).teamwork === true;

describe("a colleague's open page", () => {
  it.each([
    ["an assignment", { assigned_to: "me" }, { assigned_to: { id: expect.any(String), name: null } }],
    ["a closed chat", { closed: true }, { closed_at: expect.any(String) }],
    ["a chat set aside", { snoozed_until: "2026-12-24T09:00:00+00:00" }, { snoozed_until: expect.any(String) }],
  ])("learns %s with its next question", async (_what, body, shown) => {
    const { next } = await live(bob, null);
    pass(3_000);
    await change(ana, body);
    expect((await live(bob, next)).chats).toMatchObject([{ phone: TO, ...shown }]);
    expect((await live(bob, next, BIA)).chats).toMatchObject([{ phone: TO, ...shown }]);
  });

  it("learns what a key of the API changed, and labels and who answers once a team works in the chats", async () => {
    const { next } = await live(bob, null);
    pass(3_000);
    await linked.ask("PATCH", path(), { closed: true });
    expect((await live(bob, next)).chats).toMatchObject([{ phone: TO, closed_at: expect.any(String) }]);

    const made = await linked.ask("POST", `/v1/instances/${linked.instance}/labels`, { name: "New", color: 1 });
    await linked.ask("PUT", `${path(BIA)}/labels`, { label_ids: [(made.body.data as { id: number }).id] });
    await change(ana, { handled_by: "team" });
    const { chats } = await live(bob, next);
    expect(chats.toSorted((a, b) => Number(a.phone) - Number(b.phone))).toMatchObject([
      { phone: TO, handled_by: "team" },
      { phone: BIA, labels: [1] },
    ]);
  });

  it("hears nothing more of it a while later, and nothing from before it was opened", async () => {
    await change(ana, { closed: true });
    pass(11_000);
    expect((await live(bob, null)).chats).toEqual([]);
  });

  it("asks more often only where a team works in the chats", async () => {
    const refused = [{ assigned_to: "me", if_assigned_to: "me" }, { assigned_to: "usr_1" }];
    for (const body of refused) {
      const { status } = await world.panel("PATCH", path(), { ...ana, body });
      expect([409, 422]).toContain(status);
    }
    expect((await live(bob, null)).teamwork).toBe(false);
    await change(ana, { assigned_to: "me" });
    expect((await live(bob, null)).teamwork).toBe(true);
  });
});

describe("whoever writes an answer", () => {
  it("is shown for 14 seconds to colleagues who have the same chat open, and to nobody else", async () => {
    expect((await answers(ana)).status).toBe(204);
    const shownTo = async (who: SignedIn, chat: string | null) => (await live(who, null, chat)).answering;
    const at = world.clock.now().toISOString();

    expect(await shownTo(bob, TO)).toEqual([{ user_id: ana.user, at }]);
    expect([await shownTo(ana, TO), await shownTo(bob, BIA), await shownTo(bob, null)]).toEqual([[], [], []]);
    pass(10_000);
    await answers(ana);
    pass(13_000);
    expect(await shownTo(bob, TO)).toMatchObject([{ user_id: ana.user }]);
    pass(1_000);
    expect(await shownTo(bob, TO)).toEqual([]);
  });

  it("is somebody who may answer, in a chat of their account", async () => {
    const viewer = await world.signedIn(linked.account, "viewer");
    const stranger = await world.signedIn(await world.account(), "member");
    expect([await answers(viewer), await answers(stranger)].map(({ status }) => status)).toEqual([403, 404]);
    expect((await answers(ana, "5511900000000")).status).toBe(404);
    expect(isTeams()).toBe(false);
  });
});

describe("news", () => {
  it("are of one's own chats and of nobody's, until the colleague who has one may no longer answer", async () => {
    await change(ana, { assigned_to: "me" });
    const { body } = await world.panel("GET", "/news", ana);
    const { next } = body.data as News;
    await receive(TO);
    const told = async (who: SignedIn) => {
      const answer = await world.panel("GET", `/news?since=${encodeURIComponent(next)}`, who);
      return (answer.body.data as News).chats.map(({ phone }) => phone);
    };
    expect([await told(ana), await told(bob)]).toEqual([[TO], []]);
    await world.table.write({ update: keys.accountUser(linked.account, ana.user), set: { role: "viewer" } });
    expect(await told(bob)).toEqual([TO]);
  });
});

it("a message names the member of the team who sent it in the panel, and one of a key names nobody", async () => {
  const body = { instance_id: linked.instance, to: TO, text: "Yes" };
  const sent = (await world.panel("POST", "/v1/messages", { ...ana, body })).body.data as { id: string };
  await linked.ask("POST", "/v1/messages", body);
  const { body: history } = await world.panel("GET", `${path()}/history`, bob);
  const named = (history.data as { id: string; direction: string; user_id?: string }[])
    .filter(({ direction }) => direction === "out")
    .map(({ id, user_id }) => [id === sent.id, user_id]);
  expect(named).toEqual([
    [false, undefined],
    [true, ana.user],
  ]);
});

it("the team's signs cost a read unit a question and number, an answer being written one to write, others nothing", async () => {
  const count = { written: 0, read: 0 };
  const unitsOf = async (work: () => Promise<unknown>) => {
    const { table } = world.deps;
    world.deps.table = countingUnits(table, linked.table, count);
    Object.assign(count, { written: 0, read: 0 });
    await work();
    world.deps.table = table;
    return { ...count };
  };
  const now = () => world.clock.now().toISOString();
  await live(bob, null); // the session's last request is written once in a while
  const before = await unitsOf(() => live(bob, now(), TO));
  await answers(ana);
  pass(60_000);
  await live(bob, null);
  const after = await unitsOf(() => live(bob, now(), TO));
  expect([after.read - before.read, after.written - before.written]).toEqual([1, 0]);
  expect((await unitsOf(() => answers(ana))).written).toBe(1);
});
