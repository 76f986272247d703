import { beforeEach, describe, expect, it } from "vitest";
import type { GroupRole } from "../../../core/domain/groups/group.ts";
import { applyGroupFact } from "../../../core/operations/groups/apply-group-fact.ts";
import type { Command, CommandAnswer, PreviewedGroup } from "../../../core/records/command.ts";
import { keys } from "../../../core/store/keys.ts";
import { GROUP, groupMember, networkGroup, tellGroups } from "../../support/told-groups.ts";
import { linkedWorld } from "../linked-world.ts";

const CODE = "AbCdEfGhIjKlMnOpQrStUv";
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let world: Awaited<ReturnType<typeof linkedWorld>>;

beforeEach(async () => {
  world = await linkedWorld();
  await tellGroups(world.sessionDeps, world.own);
});

const at = (rest: string) => `/v1/instances/${world.instance}/groups${rest}`;
const group = encodeURIComponent(GROUP);
const our = (my_role: GroupRole) => tellGroups(world.sessionDeps, world.own, [networkGroup()], my_role);
const leave = () => applyGroupFact(world.sessionDeps, world.own, GROUP, { kind: "left" });

/** Sends a request while a session carries out every command. */
const doing = async (
  [method, path, body]: [string, string, unknown?],
  answer: (command: Command) => CommandAnswer = () => ({ ok: true }),
) =>
  world.withSession(
    async (command) => answer(command),
    () => world.ask(method, path, body),
  );

describe("PATCH …/groups/{group}", () => {
  it("asks for what is not so already, and answers with the group", async () => {
    const body = {
      subject: " Team ",
      description: "",
      settings: { join_approval: true, messages_admins_only: false },
      picture: { data: PNG },
    };
    const answer = await doing(["PATCH", at(`/${group}`), body]);
    expect(answer).toMatchObject({ status: 200, body: { data: { id: GROUP, participants: expect.any(Array) } } });
    const change = {
      description: null,
      settings: { join_approval: true },
      picture: { key: expect.stringContaining("/") },
    };
    expect(world.commands).toEqual([{ kind: "change_group", group: GROUP, change }]);
  });

  it("asks nobody when nothing is left to do", async () => {
    const answer = await world.ask("PATCH", at(`/${group}`), { subject: "Team", settings: { join_approval: false } });
    expect(answer).toMatchObject({ status: 200, body: { data: { subject: "Team" } } });
  });

  it.each([
    [{ subject: "x".repeat(101) }, "subject"],
    [{ subject: " " }, "subject"],
    [{ description: "x".repeat(2_049) }, "description"],
    [{ settings: { disappearing_seconds: 60 } }, "settings.disappearing_seconds"],
    [{ settings: { join_approval: "yes" } }, "settings.join_approval"],
    [{ picture: { data: "bm8=" } }, "picture.data"],
    [{ picture: {} }, "picture.url"],
  ])("refuses %j", async (body, field) => {
    const answer = await world.ask("PATCH", at(`/${group}`), body);
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: expect.any(Array) } } });
  });

  it("gives the network's refusal of a part with what stands", async () => {
    const message = "The network refused part of the change. Changed before that: subject.";
    const refuse = (): CommandAnswer => ({ ok: false, code: "conflict", status: 409, message });
    const answer = await doing(["PATCH", at(`/${group}`), { subject: "A", description: "B" }], refuse);
    expect(answer).toMatchObject({ status: 409, body: { code: "conflict", message } });
  });
});

describe("who may do what in a group", () => {
  const requests: [string, string, string, object?][] = [
    ["a change of settings", "PATCH", `/${group}`, { settings: { join_approval: true } }],
    ["its invite", "GET", `/${group}/invite`],
    ["a new invite", "POST", `/${group}/invite/revoke`],
    ["who asks to join", "GET", `/${group}/requests`],
    ["an approval", "POST", `/${group}/requests/approve`, { participants: ["5511999990001"] }],
    ["a rejection", "POST", `/${group}/requests/reject`, { participants: ["5511999990001"] }],
  ];

  it.each(requests)("%s is for admins", async (_what, method, path, body) => {
    await our("member");
    const answer = await world.ask(method, at(path), body);
    const message = "Only a group admin can do this.";
    expect(answer).toMatchObject({ status: 409, body: { code: "conflict", message } });
  });

  it.each(requests)("%s is for who is in it", async (_what, method, path, body) => {
    await leave();
    expect(await world.ask(method, at(path), body)).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it.each(requests)("%s of an unknown group is not found", async (_what, method, path, body) => {
    for (const given of ["120363029999999999@g.us", "nonsense"]) {
      const answer = await world.ask(method, at(path.replace(group, encodeURIComponent(given))), body);
      expect(answer).toMatchObject({ status: 404, body: { code: "group_not_found" } });
    }
  });

  it.each(requests)("%s needs a connection", async (_what, method, path, body) => {
    await world.table.write({ update: keys.instance(world.instance), set: { status: "starting" } });
    expect(await world.ask(method, at(path), body)).toMatchObject({ status: 409, body: { code: "not_connected" } });
  });

  it("a member changes the subject where members may", async () => {
    await our("member");
    expect(await doing(["PATCH", at(`/${group}`), { subject: "Ours" }])).toMatchObject({ status: 200 });
    const settings = { ...networkGroup().settings, info_admins_only: true };
    await tellGroups(world.sessionDeps, world.own, [networkGroup({ settings })], "member");
    expect(await world.ask("PATCH", at(`/${group}`), { subject: "Mine" })).toMatchObject({ status: 409 });
  });
});

describe("invites", () => {
  it("are shown as code and link, the new one, too", async () => {
    const result = (): CommandAnswer => ({ ok: true, result: { code: CODE } });
    const shown = { status: 200, body: { data: { code: CODE, link: `https://chat.whatsapp.com/${CODE}` } } };
    expect(await doing(["GET", at(`/${group}/invite`)], result)).toMatchObject(shown);
    expect(await doing(["POST", at(`/${group}/invite/revoke`)], result)).toMatchObject(shown);
    expect(world.commands).toEqual([
      { kind: "read_invite", group: GROUP },
      { kind: "revoke_invite", group: GROUP },
    ]);
  });

  it("show their group before it is joined", async () => {
    const { members: _members, made_at: _at, description: _text, ...head } = networkGroup();
    const made_at = "2026-11-01T12:00:00.000Z";
    const result: PreviewedGroup = { ...head, made_at, description: "Only work", my_role: null };
    const path = at(`/preview?invite=${encodeURIComponent(`https://chat.whatsapp.com/${CODE}?mode=x`)}`);
    const answer = await doing(["GET", path], () => ({ ok: true, result }));
    const created_at = "2026-11-01T12:00:00+00:00";
    const data = { id: GROUP, subject: "Team", description: "Only work", created_at, size: 3, my_role: null };
    expect(answer).toMatchObject({ status: 200, body: { data } });
    expect(answer.body.data).not.toHaveProperty("participants");
    expect(world.commands).toEqual([{ kind: "preview_group", group: null, invite: CODE }]);
  });

  it("are joined at once, or once the admins agree", async () => {
    const joined = (requested: boolean) => (): CommandAnswer => ({ ok: true, result: { group: GROUP, requested } });
    const ask: [string, string, unknown] = ["POST", at("/join"), { invite: CODE }];
    expect(await doing(ask, joined(false))).toMatchObject({ status: 200, body: { data: { id: GROUP } } });
    expect(await doing(ask, joined(true))).toMatchObject({ status: 202, body: { data: { status: "requested" } } });
  });

  it("that are none lead nowhere, and nobody is asked", async () => {
    const invite = "https://example.com/AbCdEfGhIjKlMnOpQrStUv";
    const notFound = { status: 404, body: { code: "group_not_found" } };
    expect(await world.ask("POST", at("/join"), { invite })).toMatchObject(notFound);
    const preview = at(`/preview?invite=${encodeURIComponent(invite)}`);
    expect(await world.ask("GET", preview)).toMatchObject(notFound);
    expect(await world.ask("POST", at("/join"), {})).toMatchObject({ status: 422 });
    expect(await world.ask("GET", at("/preview"))).toMatchObject({ status: 422 });
  });
});

describe("who asks to be let in", () => {
  it("is listed", async () => {
    const requests = [{ id: "77000000000009@lid", phone: null, requested_at: "2026-11-20T09:30:00.000Z" }];
    const answer = await doing(["GET", at(`/${group}/requests`)], () => ({ ok: true, result: { requests } }));
    const requested_at = "2026-11-20T09:30:00+00:00";
    expect(answer).toMatchObject({ status: 200, body: { data: [{ ...requests[0], requested_at }] } });
  });

  it("is let in or turned away, each with an outcome", async () => {
    const { id, phone } = groupMember(9);
    const answers = [{ person: phone ?? "", id, phone, result: "approved", reason: null }];
    const body = { participants: [phone, "77000000000010@lid"] };
    const answer = await doing(["POST", at(`/${group}/requests/approve`), body], () => ({
      ok: true,
      result: { answers },
    }));
    expect(answer).toMatchObject({ status: 200, body: { data: [{ id, phone, result: "approved", reason: null }] } });
    const people = body.participants;
    expect(world.commands).toEqual([{ kind: "answer_join_requests", group: GROUP, answer: "approve", people }]);
  });

  it.each([
    [[]],
    [Array.from({ length: 51 }, (_, n) => `${5_511_999_990_000 + n}`)],
    [["+5511999990001"]],
    [["5511999990001", "5511999990001"]],
    ["5511999990001"],
  ])("is named properly: not %j", async (participants) => {
    const answer = await world.ask("POST", at(`/${group}/requests/reject`), { participants });
    expect(answer).toMatchObject({ status: 422, body: { errors: { participants: expect.any(Array) } } });
  });
});

describe("POST …/leave", () => {
  const path = () => at(`/${group}/leave`);

  it("answers 204, and again without asking anybody", async () => {
    expect(await doing(["POST", path()])).toMatchObject({ status: 204 });
    expect(world.commands).toEqual([{ kind: "leave_group", group: GROUP }]);
    await leave();
    await world.table.write({ update: keys.instance(world.instance), set: { status: "starting" } });
    expect(await world.ask("POST", path())).toMatchObject({ status: 204 });
  });

  it("refuses a group that the number was never in", async () => {
    const answer = await world.ask("POST", path().replace(group, "120363029999999999%40g.us"));
    expect(answer).toMatchObject({ status: 404, body: { code: "group_not_found" } });
  });
});
