import { beforeEach, describe, expect, it } from "vitest";
import { answerCommand, claimCommand } from "../../core/operations/commands/claim-command.ts";
import { recordDeletion } from "../../core/operations/receiving/record-deletion.ts";
import { recordEdit } from "../../core/operations/receiving/record-edit.ts";
import { recordReaction } from "../../core/operations/receiving/record-reaction.ts";
import type { Command, CommandAnswer } from "../../core/records/command.ts";
import { COMMAND_WAIT_SEC } from "../../core/records/command.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { dataOf, idOf, type LinkedWorld, linkedWorld, TO } from "./linked-world.ts";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const sent = async (text = "Hello") => world.relay(idOf(await world.send({ text })));

/** Carries out a command on the network and records its result, as a session does. */
async function obey(command: Command): Promise<CommandAnswer> {
  if (!("message_id" in command)) return { ok: false, code: "server_error" };
  const message = world.message(command.message_id);
  const author = message.direction === "out" ? "out" : (message.person ?? message.participant ?? "");
  const about = { ...world.own, network_id: message.network_id ?? "", author, at: world.clock.now(), journal: null };
  if (command.kind === "edit") await recordEdit(world.sessionDeps, { ...about, text: command.text });
  if (command.kind === "delete") await recordDeletion(world.sessionDeps, about);
  if (command.kind === "react") {
    await recordReaction(world.sessionDeps, { ...about, by: "5511988880000", emoji: command.emoji });
  }
  return { ok: true };
}

const withSession = <T>(work: () => Promise<T>) => world.withSession(obey, work);
const lastEvent = () => world.events().at(-1);

describe("PATCH /v1/messages/{id}", () => {
  it("changes a scheduled message's text and time with 200; null sends it now", async () => {
    const id = idOf(await world.send({ text: "Old", send_at: "2026-11-20T12:00:00Z" }));

    const changed = await world.ask("PATCH", `/v1/messages/${id}`, {
      text: "New",
      send_at: "2026-11-21T13:00:00+01:00",
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { status: "scheduled", body: "New", send_at: "2026-11-21T12:00:00+00:00" } },
    });
    const now = await world.ask("PATCH", `/v1/messages/${id}`, { send_at: null });
    expect(now).toMatchObject({ status: 200, body: { data: { status: "queued", send_at: null } } });
    expect(world.rows().map(({ sk }) => sk)).toEqual([`F#${id}`]);
  });

  it("changes a queued message's text with 200", async () => {
    const id = idOf(await world.send({ text: "Old" }));
    const changed = await world.ask("PATCH", `/v1/messages/${id}`, { text: "New" });
    expect(changed).toMatchObject({ status: 200, body: { data: { status: "queued", body: "New" } } });
  });

  it("has a sent message edited on the network: 202, then message.edited", async () => {
    const { id } = await sent("Old");
    const changed = await withSession(() => world.ask("PATCH", `/v1/messages/${id}`, { text: "New" }));

    expect(changed).toMatchObject({ status: 202, body: { data: { id, body: "New", status: "sent" } } });
    expect(world.commands).toEqual([{ kind: "edit", message_id: id, text: "New" }]);
    expect(lastEvent()).toMatchObject({
      type: "message.edited",
      data: { id, body: "New", edited_at: expect.any(String) },
    });
  });

  it("answers 409 after 15 minutes, for a time of a sent message, and for what others wrote", async () => {
    const { id } = await sent();
    expect((await world.ask("PATCH", `/v1/messages/${id}`, { send_at: null })).status).toBe(409);
    const received = await world.receive();
    expect((await world.ask("PATCH", `/v1/messages/${received}`, { text: "Mine" })).status).toBe(409);
    world.pass(15 * 60 + 1);
    const late = await world.ask("PATCH", `/v1/messages/${id}`, { text: "New" });
    expect(late).toMatchObject({ status: 409, body: { code: "conflict" } });
  });
});

describe("DELETE /v1/messages/{id}", () => {
  it("takes a scheduled message away: 204, 404 from then on, in no list; its event says cancelled", async () => {
    const id = idOf(await world.send({ text: "Hi", send_at: "2026-11-20T12:00:00Z" }, { "Idempotency-Key": "k" }));

    const deleted = await world.ask("DELETE", `/v1/messages/${id}`);

    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    expect((await world.ask("GET", `/v1/messages/${id}`)).status).toBe(404);
    expect((await world.ask("DELETE", `/v1/messages/${id}`)).status).toBe(404);
    expect((await world.ask("GET", "/v1/messages")).body.data).toEqual([]);
    expect(lastEvent()).toMatchObject({
      type: "message.status",
      data: { id, status: "failed", error: "Cancelled before it was sent.", error_code: "cancelled" },
    });
    const retry = await world.send({ text: "Hi" }, { "Idempotency-Key": "k" });
    expect(retry).toMatchObject({ status: 200, body: { data: { id, status: "failed", error_code: "cancelled" } } });
  });

  it("cancels a queued message with 200, also on an instance that is not linked", async () => {
    const other = await world.newInstance();
    const id = idOf(await world.send({ instance_id: other, text: "Hi" }));
    expect(await world.ask("DELETE", `/v1/messages/${id}`)).toMatchObject({
      status: 200,
      body: { data: { id, status: "failed", error: "Cancelled before it was sent.", error_code: "cancelled" } },
    });
    expect(await world.ask("DELETE", `/v1/messages/${id}`)).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it("deletes a sent message for everyone: 202, then message.deleted without content", async () => {
    const { id } = await sent("Secret");
    const deleted = await withSession(() => world.ask("DELETE", `/v1/messages/${id}`));

    expect(deleted).toMatchObject({ status: 202, body: { data: { id, body: null, deleted_at: expect.any(String) } } });
    expect(lastEvent()).toMatchObject({ type: "message.deleted", data: { id, body: null } });
    expect((await world.ask("DELETE", `/v1/messages/${id}`)).status).toBe(409);
  });

  it("deletes for everyone what the network never confirmed, because it may have arrived: 202", async () => {
    const id = idOf(await world.send({ text: "Secret", send_at: "2026-11-25T12:00:00Z" }));
    const place = keys.message(world.account, id);
    world.pass(6 * 86_400);
    const started_ms = world.clock.now().getTime();
    const unconfirmed = { status: "failed", error_code: "no_receipt", step: "done", row: null, network_id: "3EB0" };
    await world.table.transact([
      { update: place, set: { ...unconfirmed, started_ms } },
      { put: { ...keys.networkId(world.instance, "out", "3EB0"), message_id: id, account_id: world.account } },
    ]);
    const deleted = await withSession(() => world.ask("DELETE", `/v1/messages/${id}`));

    expect(deleted).toMatchObject({ status: 202, body: { data: { id, body: null, deleted_at: expect.any(String) } } });
    expect(lastEvent()).toMatchObject({ type: "message.deleted", data: { id, body: null } });
  });

  it.each([
    ["whose last start was more than 2 days ago", { error_code: "no_receipt" }, 2 * 86_400 + 1],
    ["that the network refused", { error_code: "messenger_refused" }, 0],
  ])("answers 409 for an unconfirmed message %s", async (_what, change, later) => {
    const { id } = await sent();
    const started_ms = world.clock.now().getTime();
    const set = { status: "failed", sent_at: null, started_ms, ...change };
    await world.table.write({ update: keys.message(world.account, id), set });
    world.pass(later);

    expect((await world.ask("DELETE", `/v1/messages/${id}`)).status).toBe(409);
    expect(world.commands).toEqual([]);
  });

  it("hands the deletion of what a member wrote in a group to the session, which knows whether the number is an admin", async () => {
    const group = "120363020000000001@g.us";
    const id = await world.receive({ chat_id: group, phone: null, participant: TO });

    const deleted = await withSession(() => world.ask("DELETE", `/v1/messages/${id}`));

    expect(world.commands).toEqual([{ kind: "delete", message_id: id }]);
    expect(deleted.status).toBe(202);
  });

  it("answers 409 for what a person wrote in their own chat", async () => {
    const id = await world.receive();
    const refused = await world.ask("DELETE", `/v1/messages/${id}`);

    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(world.commands).toEqual([]);
  });

  it("answers 409 when it was sent more than 2 days ago", async () => {
    const { id } = await sent();
    world.pass(2 * 86_400 + 1);
    expect((await world.ask("DELETE", `/v1/messages/${id}`)).status).toBe(409);
  });
});

describe("reactions and read marks", () => {
  it("PUT and DELETE answer 202 with the message; message.reaction follows", async () => {
    const id = await world.receive();
    const path = `/v1/messages/${id}/reaction`;

    const put = await withSession(() => world.ask("PUT", path, { emoji: "👩🏽‍🚀" }));
    expect(put).toMatchObject({
      status: 202,
      body: { data: { id, reactions: [{ by: "5511988880000", emoji: "👩🏽‍🚀" }] } },
    });
    const removed = await withSession(() => world.ask("DELETE", path));
    expect(removed).toMatchObject({ status: 202, body: { data: { id, reactions: null } } });
    expect(
      world
        .events()
        .slice(-2)
        .map(({ type, data }) => [type, data.emoji]),
    ).toEqual([
      ["message.reaction", "👩🏽‍🚀"],
      ["message.reaction", null],
    ]);
  });

  it.each(["👍", "❤", "❤️", "🇧🇷", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨‍👩‍👧‍👦", "🤷🏿‍♀️"])("take %s as one emoji", async (emoji) => {
    const id = await world.receive();
    expect((await withSession(() => world.ask("PUT", `/v1/messages/${id}/reaction`, { emoji }))).status).toBe(202);
  });

  it("POST read answers 204", async () => {
    const id = await world.receive();
    const answer = await withSession(() => world.ask("POST", `/v1/messages/${id}/read`));
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(world.commands).toEqual([{ kind: "read", message_id: id }]);
  });
});

describe("what the session is asked", () => {
  it("is refused at once with 409 when the instance is not connected", async () => {
    const { id } = await sent();
    await world.table.write({ update: keys.instance(world.instance), set: { status: "starting" } });
    const answer = await world.ask("PATCH", `/v1/messages/${id}`, { text: "New" });
    expect(answer).toMatchObject({ status: 409, body: { code: "not_connected" } });
  });

  it("answers the network's refusal with its own words", async () => {
    const { id } = await sent();
    const refuse = async (): Promise<CommandAnswer> => ({ ok: false, code: "messenger_refused", message: "Too old." });
    const answer = await world.withSession(refuse, () => world.ask("PATCH", `/v1/messages/${id}`, { text: "New" }));
    expect(answer).toMatchObject({ status: 409, body: { code: "messenger_refused", message: "Too old." } });
    expect(world.message(id)).toMatchObject({ body: "Hello" });
  });

  it("answers 503 with Retry-After when nobody does it in time, and nobody begins it later", async () => {
    const { id } = await sent();
    const asked = world.ask("PATCH", `/v1/messages/${id}`, { text: "New" });
    const commands = () => world.table.partition(keys.command(world.instance, "").pk);
    while (commands().length === 0) await new Promise((resolve) => setImmediate(resolve));
    world.pass(COMMAND_WAIT_SEC);

    const answer = await asked;
    expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" }, headers: { "Retry-After": "1" } });
    const [command] = commands();
    expect(await claimCommand(world.sessionDeps, world.instance, command?.sk ?? "", world.own.fence)).toBeNull();
  });

  it("is begun once, by the owner alone", async () => {
    const { id } = await sent();
    const asked = world.ask("PATCH", `/v1/messages/${id}`, { text: "New" });
    const looks = () => world.table.partition(instanceLane(world.instance)).filter((row) => row.command !== undefined);
    while (looks().length === 0) await new Promise((resolve) => setImmediate(resolve));
    const command = String(looks()[0]?.command);
    const claim = (fence: number) => claimCommand(world.sessionDeps, world.instance, command, fence);

    await expect(claim(world.own.fence + 1)).rejects.toThrow("taken over");
    const claims = await Promise.all([claim(world.own.fence), claim(world.own.fence)]);
    expect(claims.filter((one) => one !== null)).toEqual([{ kind: "edit", message_id: id, text: "New" }]);
    await answerCommand(world.sessionDeps, world.instance, command, world.own.fence + 1, { ok: true });
    expect(world.table.peek(keys.command(world.instance, command))?.answer).toBeUndefined();
    await answerCommand(world.sessionDeps, world.instance, command, world.own.fence, { ok: true });
    expect((await world.answerOf(asked)).status).toBe(202);
  });
});

describe("POST /v1/messages/{id}/forward", () => {
  const OTHER = "5511999990002";
  const forward = (id: string, body: object, headers: Record<string, string> = {}) =>
    world.ask("POST", `/v1/messages/${id}/forward`, body, headers);

  it("makes a new message with the same content", async () => {
    const id = idOf(
      await world.send({ text: "Look", media: { url: "https://files.example.com/a.png", mimetype: "image/png" } }),
    );
    const answer = await forward(id, { to: OTHER });
    expect(answer).toMatchObject({
      status: 202,
      body: { data: { phone: OTHER, type: "image", body: "Look", media: { url: "https://files.example.com/a.png" } } },
    });
    expect(idOf(answer)).not.toBe(id);
  });

  it.each([
    ["without options", []],
    ["with one option", ["yes"]],
    ["with options that nobody can see", ["yes", ""]],
    ["with the same option twice", ["yes", "yes"]],
    ["with more options than a poll may have", Array.from({ length: 13 }, (_, n) => `${n}`)],
  ])("refuses a received poll %s at once", async (_name, options) => {
    const id = await world.receive({
      type: "poll",
      body: null,
      poll: { name: "Tea?", options, multiple_answers: true },
    });
    expect(await forward(id, { to: OTHER })).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(world.rows()).toEqual([]);
  });

  it("sends on a received poll that we could make", async () => {
    const poll = { name: "Tea?", options: ["yes", "no"], multiple_answers: false };
    const id = await world.receive({ type: "poll", body: null, poll });
    expect(dataOf(await forward(id, { to: OTHER }))).toMatchObject({ type: "poll", poll });
  });

  it("sends a received file on from the media store, which survives the original's deletion", async () => {
    const file = { key: "received", mimetype: "image/png", filename: "a.png", size_bytes: 3, sha256: "", voice: false };
    await world.media.put(file.key, Buffer.from("abc"), { ...file, maxBytes: 10 });
    const id = await world.receive({ type: "image", body: "Look", file, network_id: "3EB0FILE" });

    const answer = await forward(id, { chat_id: "120363020000000001@g.us" });

    expect(dataOf(answer)).toMatchObject({ type: "image", body: "Look", media: { size_bytes: 3, filename: "a.png" } });
    expect(world.message(idOf(answer)).content).toMatchObject({ kind: "image", file: { key: "received" } });
    expect(world.rows()[0]).toMatchObject({ needs_prepare: true });
    const deletion = { ...world.own, network_id: "3EB0FILE", author: TO, at: world.clock.now(), journal: null };
    await recordDeletion(world.sessionDeps, deletion);
    expect(world.media.files.has("received")).toBe(true);
  });

  it("marks the new message as forwarded, once more than the one it is made of", async () => {
    const scoreAfter = async (id: string) => {
      const answer = await forward(id, { to: OTHER });
      return { id: idOf(answer), score: world.message(idOf(answer)).forwarding_score };
    };
    const received = async (forwarding_score: number) => scoreAfter(await world.receive({ forwarding_score }));

    const first = await scoreAfter(await world.receive());
    expect(first.score).toBe(1);
    expect((await scoreAfter(first.id)).score).toBe(2);
    expect((await received(4)).score).toBe(5);
    expect((await received(127)).score).toBe(127);
    expect(world.message(idOf(await world.send({ text: "New" }))).forwarding_score).toBeUndefined();
  });

  it("answers a retry with the same key as a send does", async () => {
    const id = idOf(await world.send({ text: "Hi" }));
    const first = await forward(id, { to: OTHER }, { "Idempotency-Key": "f" });
    const again = await forward(id, { to: "nonsense" }, { "Idempotency-Key": "f" });
    expect([first.status, again.status, idOf(again)]).toEqual([202, 200, idOf(first)]);
    expect(again.headers).toMatchObject({ "Idempotent-Replayed": "true" });
  });

  it("refuses what holds nothing that could be sent", async () => {
    const gone = await world.receive({ type: "video", file: null, error_code: "file_too_large", body: null });
    const order = await world.receive({ type: "order", body: null, order: { id: "1" } });
    const { id: deleted } = await sent();
    await withSession(() => world.ask("DELETE", `/v1/messages/${deleted}`));
    for (const id of [gone, order, deleted]) {
      expect(await forward(id, { to: OTHER })).toMatchObject({ status: 409, body: { code: "conflict" } });
    }
  });
});
