import { beforeEach, describe, expect, it, vi } from "vitest";
import { applyGroupFact } from "../../../core/operations/groups/apply-group-fact.ts";
import { keys } from "../../../core/store/keys.ts";
import { GROUP, groupMember, LINKED_AT, networkGroup, tellGroups } from "../../support/told-groups.ts";
import { type LinkedWorld, linkedWorld } from "../linked-world.ts";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const ask = (rest = "") => world.ask("GET", `/v1/instances/${world.instance}/groups${rest}`);
const get = async (group = GROUP) => (await ask(`/${encodeURIComponent(group)}`)).body;
const tell = (...given: Parameters<typeof tellGroups> extends [unknown, unknown, ...infer R] ? R : never) =>
  tellGroups(world.sessionDeps, world.own, ...given);
const linked = () => world.table.write({ update: keys.instance(world.instance), set: { linked_at: LINKED_AT } });
const groupId = (n: number) => `12036302${String(n).padStart(10, "0")}@g.us`;

describe("a group", () => {
  it("shows all that the network has told of it", async () => {
    await tell();

    expect((await get()).data).toEqual({
      id: GROUP,
      subject: "Team",
      description: "Only work",
      owner: groupMember(1).phone,
      created_at: "2026-11-01T12:00:00+00:00",
      picture_url: null,
      size: 3,
      my_role: "admin",
      settings: {
        messages_admins_only: false,
        info_admins_only: false,
        add_admins_only: false,
        join_approval: false,
        disappearing_seconds: 0,
      },
      participants: [groupMember(1, { role: "owner" }), groupMember(2), groupMember(3)],
    });
  });

  it("shows the phone behind a private id as soon as it is known, of its maker too", async () => {
    const members = [groupMember(1, { role: "owner", phone: null }), groupMember(2, { phone: null })];
    await tell([networkGroup({ members })]);
    const [maker] = members;
    const person = keys.person(world.instance, maker?.id ?? "");
    await world.table.write({ update: person, set: { merged_into: "5511900000001" } });

    const { data } = await get();

    expect(data).toMatchObject({
      owner: "5511900000001",
      participants: [{ phone: "5511900000001" }, { phone: null }],
    });
  });

  it("looks up a hundred hidden members at most", async () => {
    const many = Array.from({ length: 300 }, (_, n) => groupMember(n, { phone: null }));
    await tell([networkGroup({ members: many })]);
    let looked = 0;
    const getMany = world.deps.table.getMany.bind(world.deps.table);
    vi.spyOn(world.deps.table, "getMany").mockImplementation((places) => {
      looked = Math.max(looked, places.length);
      return getMany(places);
    });

    expect((await get()).data).toMatchObject({ size: 300 });
    expect(looked).toBe(100);
  });

  it("has its subject as the name of its chat, which is listed and found once there is a message", async () => {
    await tell([networkGroup({ subject: `The ${"very ".repeat(18)}long team` })]);
    const chats = async (query: string) =>
      (await world.ask("GET", `/v1/chats?${query}`)).body.data as { name: string }[];

    expect(await chats("")).toEqual([]);
    await world.receive({ chat_id: GROUP, person: groupMember(2).phone ?? "", phone: groupMember(2).phone });
    for (const query of ["", `search=${encodeURIComponent("VERY véry")}`]) {
      expect(await chats(query)).toEqual([expect.objectContaining({ id: GROUP, type: "group" })]);
    }
    const [chat] = await chats("search=very");
    expect(chat?.name).toMatch(/^The very/);
    expect(Buffer.byteLength(chat?.name ?? "")).toBeLessThanOrEqual(80);
  });

  it("that was left is not listed, and is shown with no role", async () => {
    await tell();
    await applyGroupFact(world.sessionDeps, world.own, GROUP, { kind: "left" });

    expect((await ask()).body.data).toEqual([]);
    expect((await get()).data).toMatchObject({ id: GROUP, subject: "Team", my_role: null });
  });

  it("that the number was never in is unknown, also when messages named it", async () => {
    await tell();
    await world.table.write({ update: keys.group(world.instance, groupId(9)), set: { last_ms: 1 } });

    for (const unknown of [groupId(9), groupId(8), "nonsense", "5511999990001"]) {
      const { status, body } = await ask(`/${encodeURIComponent(unknown)}`);
      expect([status, body.code]).toEqual([404, "group_not_found"]);
    }
  });
});

describe("the list of groups", () => {
  it("comes in pages until one is empty, without participants", async () => {
    const groups = [1, 2, 3, 4, 5].map((n) => networkGroup({ id: groupId(n), subject: `Group ${n}` }));
    await tell(groups);

    const pages = await Promise.all([0, 2, 4, 6].map((offset) => ask(`?limit=2&offset=${offset}`)));

    const shown = pages.map(({ body }) => (body.data as { subject: string }[]).map(({ subject }) => subject));
    expect(shown).toEqual([["Group 1", "Group 2"], ["Group 3", "Group 4"], ["Group 5"], []]);
    expect(pages[0]?.body).toMatchObject({ meta: { limit: 2, offset: 0 } });
    const [first] = (pages[0]?.body.data ?? []) as object[];
    expect(first).toMatchObject({ description: "Only work" });
    expect(first).not.toHaveProperty("participants");
  });

  it.each(["limit=0", "limit=101", "offset=20001", "offset=-1", "limit=x"])("refuses %s", async (query) => {
    await tell();

    expect((await ask(`?${query}`)).status).toBe(422);
  });

  it("is not there before the groups of a link were read: ask again in 5 seconds", async () => {
    await linked();

    for (const path of ["", `/${encodeURIComponent(GROUP)}`]) {
      const { status, body, headers } = await ask(path);
      expect([status, body.code, headers["Retry-After"]]).toEqual([503, "unavailable", "5"]);
    }
  });

  it("stays as it was when the number is logged out", async () => {
    await tell();
    await world.table.write({
      update: keys.instance(world.instance),
      set: { linked_at: null, phone: null, status: "scan_qr_code" },
    });

    expect((await ask()).body.data).toHaveLength(1);
    expect((await get()).data).toMatchObject({ subject: "Team" });
  });
});
