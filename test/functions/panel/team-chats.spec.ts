import { beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { apiWorld } from "../api-world.ts";
import { linkedWorld, TO } from "../linked-world.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

type Json = Record<string, unknown>;
const [BIA, CAL] = ["5511999990002", "5511999990003"] as const;
const GROUP = "120363020000000001@g.us";
const HOUR_MS = 3_600_000;

let linked: Awaited<ReturnType<typeof linkedWorld>>;
let world: PanelWorld;
let ana: SignedIn;
let bob: SignedIn;

beforeEach(async () => {
  linked = await linkedWorld();
  world = panelWorld({ ...apiWorld(linked.table), deps: linked.deps, clock: linked.clock });
  ana = await world.signedIn(linked.account, "member");
  bob = await world.signedIn(linked.account, "member");
  for (const phone of [TO, BIA, CAL]) await receive(phone);
});

const receive = (phone: string) => {
  pass(1_000);
  return linked.receive({ phone, person: phone, chat_id: `${phone}@s.whatsapp.net` });
};
const path = (chat = TO) => `/v1/instances/${linked.instance}/chats/${chat}`;
const change = async (who: SignedIn, body: Json, chat = TO) => {
  const answer = await world.panel("PATCH", path(chat), { ...who, body });
  return { status: answer.status, code: answer.body.code, chat: answer.body.data as Json };
};
const read = async (chat = TO) => (await world.panel("GET", path(chat), ana)).body.data as Json;
const list = async (query: string, who = ana) => {
  const { status, body } = await world.panel("GET", `/v1/chats?${query}`, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.data as { id: string }[]).map(({ id }) => id.replace("@s.whatsapp.net", ""));
};
const pass = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
const later = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString().replace("Z", "+00:00");

describe("a chat that is assigned", () => {
  it("goes to the members that GET /v1/members lists for any key, each with a role and none with an address", async () => {
    const viewer = await world.signedIn(linked.account, "viewer");
    const { key: readOnly } = await world.key(linked.account, { kind: "read" });
    const stranger = await world.account();
    const { key: theirs } = await world.key(stranger);

    const team = (await world.ask("GET", "/v1/members", { key: readOnly })).body.data as Json[];
    expect(team.toSorted((a, b) => String(a.id).localeCompare(String(b.id)))).toEqual(
      [ana, bob, viewer]
        .map(({ user }) => ({ id: user, name: null, role: user === viewer.user ? "viewer" : "member" }))
        .toSorted((a, b) => a.id.localeCompare(b.id)),
    );
    expect((await world.ask("GET", "/v1/members", { key: theirs })).body.data).toEqual([]);
  });

  it("goes to one of two who take it at once, and the other one learns it", async () => {
    const take = { assigned_to: "me", if_assigned_to: null };
    const both = await Promise.all([change(ana, take), change(bob, take)]);

    const winner = both[0].status === 200 ? ana : bob;
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read()).assigned_to).toEqual({ id: winner.user, name: null });
  });

  it("is listed with its member, and with nobody's once it is given back", async () => {
    await change(ana, { assigned_to: "me" });
    await change(ana, { assigned_to: bob.user }, BIA);

    const lists = () => Promise.all(["me", bob.user, "none"].map((one) => list(`assigned_to=${one}`)));
    expect(await lists()).toEqual([[TO], [BIA], [CAL]]);
    await change(bob, { assigned_to: null }, BIA);
    expect(await lists()).toEqual([[TO], [], [CAL, BIA]]);
  });

  it("goes to people who may answer only", async () => {
    const viewer = await world.signedIn(linked.account, "viewer");
    const other = await world.signedIn(await world.account(), "member");
    for (const { user } of [viewer, other]) expect((await change(ana, { assigned_to: user })).status).toBe(422);
    expect((await change(viewer, { assigned_to: ana.user })).status).toBe(403);
    const byKey = await linked.ask("PATCH", path(), { assigned_to: "me" });
    expect([byKey.status, (await read()).assigned_to]).toEqual([422, null]);
  });

  it("keeps its member when it is written in, and shows no name of one who left", async () => {
    await change(ana, { assigned_to: bob.user });
    await world.table.write({ update: keys.accountUser(linked.account, bob.user), set: { name: "Bob" } });
    await receive(TO);
    expect((await read()).assigned_to).toEqual({ id: bob.user, name: "Bob" });
    await world.table.write({ delete: keys.accountUser(linked.account, bob.user) });
    expect((await read()).assigned_to).toEqual({ id: bob.user, name: null });
  });
});

describe("a chat that is closed or set aside", () => {
  it("is open again when its person writes", async () => {
    const closed = await change(ana, { closed: true });
    expect(closed.chat).toMatchObject({ closed_at: expect.any(String), waiting: false });
    expect([await list("closed=1"), await list("closed=0"), await list("waiting=1")]).toEqual([
      [TO],
      [CAL, BIA],
      [CAL, BIA],
    ]);

    await receive(TO);
    expect(await read()).toMatchObject({ closed_at: null, waiting: true });
    expect([await list("closed=1"), await list("closed=0")]).toEqual([[], [TO, CAL, BIA]]);
  });

  it("is back at its time, or when its person writes", async () => {
    const until = later(HOUR_MS);
    for (const chat of [TO, BIA]) await change(ana, { snoozed_until: until }, chat);
    expect(await read()).toMatchObject({ snoozed_until: expect.stringMatching(/^20/), waiting: true });
    const lists = () => Promise.all([list("snoozed=1"), list("snoozed=0&closed=0"), list("")]);
    expect(await lists()).toEqual([[BIA, TO], [CAL], [CAL, BIA, TO]]);

    await receive(TO);
    expect(await lists()).toEqual([[BIA], [TO, CAL], [TO, CAL, BIA]]);
    pass(HOUR_MS);
    expect(await lists()).toEqual([[], [TO, CAL, BIA], [TO, CAL, BIA]]);
    expect((await read(BIA)).snoozed_until).toBeNull();
  });

  it("is not closed over a message that came in meanwhile", async () => {
    const seen = (await read()).last_message as { id: string };
    await receive(TO);
    expect((await change(ana, { closed: true, if_last_message_id: seen.id })).status).toBe(409);
    expect((await read()).closed_at).toBeNull();
  });

  it.each([
    { snoozed_until: "2020-01-01T00:00:00+00:00" },
    { snoozed_until: "2036-01-01T00:00:00+00:00" },
    { snoozed_until: "tomorrow" },
    { snoozed_until: "2026-11-30T00:00:00+00:00", closed: true },
  ])("is refused with %j", async (body) => {
    expect((await change(ana, body)).status).toBe(422);
    expect(await read()).toMatchObject({ snoozed_until: null, closed_at: null });
  });
});

it("a group is assigned and closed as people's chats are", async () => {
  await world.table.write({ put: { ...keys.group(linked.instance, GROUP), name: "Tea", last_ms: 5 } });
  await change(ana, { assigned_to: "me", closed: true }, GROUP);
  expect(await list("assigned_to=me&closed=1")).toEqual([GROUP]);
});

describe("the events", () => {
  const events = () =>
    linked
      .events()
      .filter(({ type }) => type.startsWith("chat."))
      .toSorted((a, b) => (a.type < b.type ? -1 : 1));

  it("tell of both changes where the account has chosen them, and otherwise there are none", async () => {
    await change(ana, { assigned_to: "me" });
    expect(events()).toEqual([]);

    await linked.ask("PATCH", "/v1/webhook", { events: ["chat.assigned", "chat.closed"] });
    await change(bob, { assigned_to: bob.user, closed: true });
    const same = { chat_id: `${TO}@s.whatsapp.net`, user_id: bob.user, key_id: null };
    const assigned_to = { id: bob.user, name: null };
    expect(events()).toMatchObject([
      { type: "chat.assigned", data: { ...same, assigned_to, was_assigned_to: { id: ana.user, name: null } } },
      { type: "chat.closed", data: { ...same, assigned_to, closed_at: expect.any(String) } },
    ]);
  });
});
