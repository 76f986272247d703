import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";

const SHOP = "15550001011";
const ANA = "15550001012";
const BEN = "15550001013";

interface Chat {
  id: string;
  phone: string;
  name: string | null;
  waiting: boolean;
  unread_count: number;
  last_message: { direction: string; body: string; status: string } | null;
}

describe("chats of a linked number", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;
  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", "/phones", { phone: BEN, name: "Ben" });
    instance = (await linkNumber(gateway, SHOP)).id;
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const list = async (query = "") => (await gateway.api<{ data: Chat[] }>("GET", `/v1/chats${query}`)).body.data;
  const names = async (query = "") => (await list(query)).map(({ name }) => name);
  const write = (from: string, text: string) => gateway.sandbox("POST", `/phones/${from}/messages`, { to: SHOP, text });

  it("list whoever writes, newest first, unread and waiting, until they are answered", async () => {
    await write(ANA, "Is it ready?");
    await eventually("Ana's chat", async () => (await list()).length === 1);
    await write(BEN, "Good morning");
    await eventually("Ben's chat above it", async () => (await names()).join() === "Ben,Ana");

    const [, ana] = await list();
    expect(ana).toMatchObject({ phone: ANA, waiting: true, unread_count: 1 });
    expect(ana?.last_message).toMatchObject({ direction: "in", body: "Is it ready?", status: "received" });
    expect(await names("?waiting=1&search=ANA")).toEqual(["Ana"]);

    await gateway.api("POST", "/v1/messages", { instance_id: instance, to: ANA, text: "It is." });
    await eventually("the answered chat", async () => (await names()).join() === "Ana,Ben");

    const answered = await gateway.api<{ data: Chat }>("GET", `/v1/instances/${instance}/chats/${ANA}`);
    expect(answered.body.data).toMatchObject({ waiting: false, unread_count: 0, last_message: { body: "It is." } });
    expect(await names("?waiting=1")).toEqual(["Ben"]);
    const history = await gateway.api<{ data: { body: string; source: string }[] }>(
      "GET",
      `/v1/instances/${instance}/chats/${ANA}/history`,
    );
    expect(history.body.data.map(({ body, source }) => [body, source])).toEqual([
      ["It is.", "service"],
      ["Is it ready?", "service"],
    ]);
  });

  const path = (phone: string, rest = "") => `/v1/instances/${instance}/chats/${phone}${rest}`;
  const chat = async (phone: string) => (await gateway.api<{ data: Chat }>("GET", path(phone))).body.data;
  const change = (phone: string, body: object) =>
    gateway.api<{ data: Chat; code?: string }>("PATCH", path(phone), body);
  const onPhone = async (phone: string) => {
    const { body } = await gateway.sandbox<{ data: { chat_id: string }[] }>("GET", `/phones/${SHOP}/chats`);
    return body.data.find(({ chat_id }) => chat_id.startsWith(phone));
  };
  const fault = (kind: string, more: object) => gateway.sandbox("POST", "/faults", { kind, ...more });

  it("are changed here and on the phone, by either", async () => {
    const changed = await change(ANA, { archived: true, muted_until: "forever", unread: true });
    expect(changed).toMatchObject({ status: 200, body: { data: { archived: true, muted_until: "forever" } } });
    expect(await onPhone(ANA)).toMatchObject({ archived: true, muted_until: "forever", unread: true });

    await gateway.sandbox("PATCH", `/phones/${SHOP}/chats/${ANA}`, { archived: false, pinned: true });
    const byPhone = async () => ((await chat(ANA)) as { pinned?: boolean }).pinned === true;
    await eventually("the phone's change", byPhone);
    expect(await chat(ANA)).toMatchObject({ archived: false, pinned: true, muted_until: "forever", unread_count: 1 });
  });

  it("say what to do when the phone can't be told, and stay as they were", async () => {
    await fault("conflict_settings", { times: 3 });
    const conflict = await change(BEN, { archived: true });
    expect([conflict.status, conflict.body.code]).toEqual([503, "messenger_unavailable"]);

    await fault("silent_queries", { xmlns: "w:sync:app:state", for_seconds: 600 });
    const silent = await change(BEN, { archived: true });
    await fault("silent_queries", { xmlns: "w:sync:app:state", for_seconds: 0 });
    expect([silent.status, silent.body]).toMatchObject([503, { message: expect.stringContaining("Check with GET") }]);
    expect([await chat(BEN), await onPhone(BEN)]).toMatchObject([{ archived: false }, { archived: false }]);
  });

  it("are read, typed in and deleted; a new message brings one back", async () => {
    expect((await gateway.api("POST", path(BEN, "/typing"), { state: "typing" })).status).toBe(204);
    const seen = async () => JSON.stringify((await gateway.sandbox("GET", `/phones/${BEN}/typing`)).body);
    await eventually("Ben to see it", async () => (await seen()).includes("composing"));

    expect((await gateway.api("POST", path(BEN, "/read"))).status).toBe(204);
    expect(await chat(BEN)).toMatchObject({ unread_count: 0, waiting: true });
    const inbox = async () => JSON.stringify((await gateway.sandbox("GET", `/phones/${BEN}/messages`)).body);
    await eventually("Ben to see that it was read", async () => (await inbox()).includes('"status":"read"'));

    expect((await gateway.api("DELETE", path(BEN))).status).toBe(204);
    expect(await chat(BEN)).toMatchObject({ unread_count: 0, last_message: null, reply_until: expect.any(String) });
    expect((await gateway.api<{ data: object[] }>("GET", path(BEN, "/history"))).body.data).toEqual([]);
    expect([await names(), await onPhone(BEN)]).toEqual([["Ana"], undefined]);

    await write(BEN, "Still there?");
    await eventually("Ben's chat", async () => (await names()).join() === "Ben,Ana");
    expect(await chat(BEN)).toMatchObject({ unread_count: 1, waiting: true });
  });

  it("carry notes of the team, and saved replies have texts and files, which functions may keep and remove", async () => {
    type Kept = { data: { id: string; text: string } };
    const note = await gateway.api<Kept>("POST", path(ANA, "/notes"), { text: "Wants the blue one." });
    expect(note).toMatchObject({ status: 201, body: { data: { text: "Wants the blue one.", author: null } } });
    const ofNote = path(ANA, `/notes/${note.body.data.id}`);
    expect(await gateway.api("PATCH", ofNote, { text: "Wants the red one." })).toMatchObject({
      body: { data: { text: "Wants the red one." } },
    });
    const notes = () => gateway.api<{ data: Kept["data"][] }>("GET", path(ANA, "/notes"));
    expect((await notes()).body.data.map(({ text }) => text)).toEqual(["Wants the red one."]);
    expect((await gateway.api("DELETE", ofNote)).status).toBe(204);
    expect((await notes()).body.data).toEqual([]);

    const media = {
      mimetype: "application/pdf",
      filename: "prices.pdf",
      data: Buffer.from("%PDF-1.4").toString("base64"),
    };
    const reply = await gateway.api<Kept>("POST", "/v1/saved-replies", {
      shortcut: "prices",
      text: "Our prices",
      media,
    });
    expect(reply).toMatchObject({
      status: 201,
      body: { data: { shortcut: "prices", media: { filename: "prices.pdf" } } },
    });
    const ofReply = `/v1/saved-replies/${reply.body.data.id}`;
    expect(await gateway.api("PATCH", ofReply, { media: null })).toMatchObject({ body: { data: { media: null } } });
    const replies = () => gateway.api<{ data: Kept["data"][] }>("GET", "/v1/saved-replies");
    expect((await replies()).body.data.map(({ text }) => text)).toEqual(["Our prices"]);
    expect((await gateway.api("DELETE", ofReply)).status).toBe(204);
    expect((await replies()).body.data).toEqual([]);
  });

  it("can be taken over by the team while the number is not connected, and nothing else", async () => {
    await gateway.api("POST", `/v1/instances/${instance}/stop`);
    const team = await change(BEN, { handled_by: "team" });
    expect(team).toMatchObject({ status: 200, body: { data: { handled_by: "team", waiting: true } } });
    const archived = await change(BEN, { archived: true });
    expect([archived.status, archived.body.code]).toEqual([409, "not_connected"]);
  });
});
