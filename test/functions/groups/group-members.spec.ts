import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../../core/errors.ts";
import { creationPlace } from "../../../core/records/chats/group-creation.ts";
import type { Command, CommandAnswer } from "../../../core/records/command.ts";
import { keys } from "../../../core/store/keys.ts";
import { GROUP, groupMember, networkGroup, tellGroups } from "../../support/told-groups.ts";
import { linkedWorld } from "../linked-world.ts";

const OWN = "5511988880000";
const people = (count: number) => Array.from({ length: count }, (_, n) => `55119777700${10 + n}`);
const person = people(1)[0] ?? "";

let world: Awaited<ReturnType<typeof linkedWorld>>;
beforeEach(async () => {
  world = await linkedWorld();
  await tellGroups(world.sessionDeps, world.own);
});

const at = (rest = "") => `/v1/instances/${world.instance}/groups${rest}`;
const members = (rest = "") => at(`/${encodeURIComponent(GROUP)}/participants${rest}`);
const ask = (path: string, body: unknown, answer: (command: Command) => CommandAnswer, headers = {}) =>
  world.withSession(
    async (command) => answer(command),
    () => world.ask("POST", path, body, headers),
  );
const made = (): CommandAnswer => {
  const not_added = [{ id: `${person}@s.whatsapp.net`, phone: person, reason: "privacy" }];
  return { ok: true, result: { group: GROUP, not_added, has_picture: false } };
};
const outcome = { person, id: "9001@lid", phone: person };

describe("POST …/groups", () => {
  it("answers 201 with the group and with those who are not in it", async () => {
    const body = { subject: " Team ", description: "", participants: [person], settings: { join_approval: true } };

    const answer = await ask(at(), body, made);

    expect(answer).toMatchObject({
      status: 201,
      body: { data: { id: GROUP, not_added: [{ phone: person, reason: "privacy" }], hint: expect.any(String) } },
    });
    expect(world.commands).toMatchObject([
      { kind: "create_group", subject: "Team", description: null, people: [person], settings: { join_approval: true } },
    ]);
    expect(world.commands).toMatchObject([{ group: null, picture: null }]);
  });

  it("asks with one key for all tries, and answers a retry of what was made with it", async () => {
    const headers = { "Idempotency-Key": "K1" };
    const refused = (): CommandAnswer => ({ ok: false, code: "messenger_unavailable", status: 503 });
    expect(await ask(at(), { subject: "Team", participants: [person] }, refused, headers)).toMatchObject({
      status: 503,
    });
    // By now, the previous request can't still be running.
    world.pass(30);
    const again = await ask(at(), { subject: "Team", participants: [person] }, made, headers);
    expect(again).toMatchObject({ status: 201 });
    const tried = world.commands.map((command) => "key" in command && command.key);
    expect([new Set(tried).size, tried.length]).toEqual([1, 2]);

    const place = keys.idempotency(world.instance, creationPlace("K1"));
    await world.table.write({ update: place, set: { group: GROUP, not_added: [] } });
    const replay = await world.ask("POST", at(), { subject: 7 }, headers);
    expect(replay).toMatchObject({ status: 200, body: { data: { id: GROUP, not_added: [] } } });
    expect(replay.headers["idempotent-replayed"] ?? replay.headers["Idempotent-Replayed"]).toBe("true");
    expect(world.commands).toHaveLength(2);
  });

  it("without a key makes a group for each request that was answered, and for one without an answer the same", async () => {
    const body = { subject: "Team", participants: [person] };
    for (const answer of [made, made]) expect(await ask(at(), body, answer)).toMatchObject({ status: 201 });
    const refused = (): CommandAnswer => ({ ok: false, code: "limit_reached", status: 429, retry_after_sec: 60 });
    expect(await ask(at(), body, refused)).toMatchObject({ status: 429 });
    const unknown = (): CommandAnswer => ({ ok: false, code: "messenger_unavailable", status: 503 });
    expect(await ask(at(), body, unknown)).toMatchObject({ status: 503 });
    expect(await ask(at(), body, made)).toMatchObject({ status: 201 });
    expect(await ask(at(), body, made)).toMatchObject({ status: 201 });

    const keysOfTries = world.commands.map((command) => "key" in command && command.key);
    expect(keysOfTries.map((key) => keysOfTries.indexOf(key))).toEqual([0, 1, 2, 3, 3, 5]);
  });

  it("lets a retry begin at once when the first request was refused", async () => {
    const headers = { "Idempotency-Key": "K1" };
    const refused = (): CommandAnswer => ({ ok: false, code: "limit_reached", status: 429, retry_after_sec: 60 });
    expect(await ask(at(), { subject: "Team", participants: [person] }, refused, headers)).toMatchObject({
      status: 429,
    });
    expect(await ask(at(), { subject: "Team", participants: [person] }, made, headers)).toMatchObject({ status: 201 });
  });

  it.each([
    [{ subject: "" }, "subject"],
    [{}, "subject"],
    [{ subject: "Team" }, "participants"],
    [{ subject: "Team", participants: null }, "participants"],
    [{ subject: "x".repeat(101) }, "subject"],
    [{ subject: "Team", description: "x".repeat(2_049) }, "description"],
    [{ subject: "Team", participants: people(21) }, "participants"],
    [{ subject: "Team", participants: [person, person] }, "participants"],
    [{ subject: "Team", participants: [person, `${person}@s.whatsapp.net`] }, "participants"],
    [{ subject: "Team", participants: ["12"] }, "participants"],
    [{ subject: "Team", participants: [OWN] }, "participants"],
    [{ subject: "Team", participants: [person], picture: {} }, "picture.url"],
  ])("refuses %j", async (body, field) => {
    const answer = await world.ask("POST", at(), body);
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: expect.any(Array) } } });
  });
});

describe("people of a group who are named by the other form of their number", () => {
  const other = person.replace(/^(55..)9/, "$1");
  beforeEach(() =>
    world.table.write({ put: { ...keys.person(world.instance, person), last_in_at: "2026-01-01T00:00:00.000Z" } }),
  );

  it("are asked for by the form that they wrote by, in a new group and in one that is there", async () => {
    await ask(at(), { subject: "Team", participants: [other] }, made);
    const result = { answers: [{ ...outcome, result: "added", reason: null, invite: null }] };
    for (const deed of ["", "/remove", "/promote", "/demote"])
      await ask(members(deed), { participants: [other] }, () => ({ ok: true, result }));

    const asked = world.commands.map((command) => "people" in command && command.people);
    expect(asked).toEqual(Array.from({ length: 5 }, () => [person]));
  });

  it("are asked for as the group has them when they never wrote", async () => {
    const [ours, theirs] = [groupMember(1, { role: "owner" }), groupMember(2, { phone: "525512345678" })];
    await tellGroups(world.sessionDeps, world.own, [networkGroup({ members: [ours, theirs] })]);
    const result = { answers: [{ ...outcome, result: "removed" as const, reason: null, invite: null }] };
    for (const named of ["5215512345678", "525512345678"])
      await ask(members("/remove"), { participants: [named] }, () => ({ ok: true, result }));

    expect(world.commands).toMatchObject([{ people: ["525512345678"] }, { people: ["525512345678"] }]);
  });

  it("are nobody else: an Argentine landline whose person wrote is not the mobile that the group has", async () => {
    const [landline, mobile] = ["541123456789", "5491123456789"];
    await world.table.write({
      put: { ...keys.person(world.instance, landline), last_in_at: "2026-01-01T00:00:00.000Z" },
    });
    const [ours, theirs] = [groupMember(1, { role: "owner" }), groupMember(2, { phone: mobile })];
    await tellGroups(world.sessionDeps, world.own, [networkGroup({ members: [ours, theirs] })]);
    const result = { answers: [{ ...outcome, result: "not_found" as const, reason: null, invite: null }] };

    await ask(members("/remove"), { participants: [landline, mobile] }, () => ({ ok: true, result }));

    expect(world.commands).toMatchObject([{ people: [landline, mobile] }]);
  });

  it("are let in, or turned away, by the form that they wrote by", async () => {
    const result = { answers: [{ ...outcome, result: "approved" as const, reason: null }] };
    for (const answer of ["approve", "reject"])
      await ask(at(`/${encodeURIComponent(GROUP)}/requests/${answer}`), { participants: [other] }, () => ({
        ok: true,
        result,
      }));

    expect(world.commands).toMatchObject([{ people: [person] }, { people: [person] }]);
  });

  it("are one person when they are named by both", async () => {
    const result = { answers: [{ ...outcome, result: "added", reason: null, invite: null }] };
    await ask(members(), { participants: [other, person] }, () => ({ ok: true, result }));

    expect(world.commands).toMatchObject([{ people: [person] }]);
  });
});

describe("POST …/participants", () => {
  it("answers with an outcome for each person, and with what is safer", async () => {
    const result = { answers: [{ ...outcome, result: "added", reason: null, invite: null }] };
    const answer = await ask(members(), { participants: [person] }, () => ({ ok: true, result }));
    const { person: _, ...shown } = outcome;
    expect(answer).toMatchObject({
      status: 200,
      body: { data: [{ ...shown, result: "added", reason: null }], hint: expect.stringContaining("invite link") },
    });
    expect(world.commands).toEqual([{ kind: "change_members", group: GROUP, deed: "add", people: [person] }]);
  });

  it("invites whoever can't be added only when that is wished for, and says so only when it was accepted", async () => {
    const invite = { code: "CODE", expires_at: "2030-05-09T12:00:00.000Z" };
    const result = { answers: [{ ...outcome, result: "refused", reason: "privacy", invite }] };
    const answer = () => ({ ok: true, result }) as const;

    expect(await ask(members(), { participants: [person] }, answer)).toMatchObject({
      body: { data: [{ result: "refused", reason: "privacy" }] },
    });
    expect(world.rows()).toHaveLength(0);

    expect(await ask(members(), { participants: [person], invite: true }, answer)).toMatchObject({
      body: { data: [{ result: "invited", reason: null }] },
    });
    expect(world.rows()).toHaveLength(1);
    expect(world.message(String(world.rows()[0]?.message_id))).toMatchObject({
      ...{ class: "first", type: "text", content: { group_invitation: { group: GROUP, ...invite } } },
    });

    world.deps.backlog = { take: async () => Promise.reject(new ApiError("backlog_full")) };
    expect(await ask(members(), { participants: [person], invite: true }, answer)).toMatchObject({
      body: { data: [{ result: "refused", reason: "privacy" }] },
    });
  });

  it.each([
    ["", people(21)],
    ["", []],
    ["", [OWN]],
    ["/remove", people(51)],
    ["/promote", []],
    ["/demote", ["abc"]],
  ])("%s refuses %j", async (rest, participants) => {
    const answer = await world.ask("POST", members(rest), { participants });
    expect(answer).toMatchObject({ status: 422, body: { errors: { participants: [expect.any(String)] } } });
  });

  it.each(["", "/remove", "/promote", "/demote"])(
    "%s is for whoever may, in a group that the number is in",
    async (rest) => {
      await tellGroups(world.sessionDeps, world.own, undefined, "member");
      if (rest !== "")
        expect(await world.ask("POST", members(rest), { participants: [person] })).toMatchObject({
          status: 409,
          body: { code: "conflict", message: "Only a group admin can do this." },
        });
      const unknown = at(`/${encodeURIComponent("120363999999999999@g.us")}/participants${rest}`);
      expect(await world.ask("POST", unknown, { participants: [person] })).toMatchObject({ status: 404 });
    },
  );

  it("says which of them were removed, promoted and demoted", async () => {
    for (const [rest, result] of [
      ["/remove", "removed"],
      ["/promote", "promoted"],
      ["/demote", "demoted"],
    ] as const) {
      const answers = [{ ...outcome, result, reason: null, invite: null }];
      const answer = await ask(members(rest), { participants: [person] }, () => ({ ok: true, result: { answers } }));
      expect(answer).toMatchObject({ status: 200, body: { data: [{ phone: person, result, reason: null }] } });
    }
  });
});
