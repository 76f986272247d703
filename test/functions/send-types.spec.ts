import { beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "../../core/contracts/limits.ts";
import { newSendingState } from "../../core/domain/protection/pacing.ts";
import { keys } from "../../core/store/keys.ts";
import { dataOf, idOf, type LinkedWorld, linkedWorld, TO } from "./linked-world.ts";

const PDF = Buffer.from("%PDF-1.7 a document");
const GROUP = "120363020000000001@g.us";
/**
 * Characters that occur in real texts: emoji families, flags, right-to-left scripts with their marks, a combining
 * accent, NUL.
 */
const LIVELY = "👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇧🇷 \u202eשלום\u202c مرحبا e\u0301 \u0000 𝒳";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

describe("sending", () => {
  it.each([
    ["text", { text: LIVELY }, { type: "text", body: LIVELY.replace("\0", "\ufffd") }],
    [
      "a location",
      { location: { latitude: -23.5, longitude: -46.6, title: "Office" } },
      { type: "location", location: { latitude: -23.5, longitude: -46.6, title: "Office", address: null } },
    ],
    [
      "a contact",
      { contact: { name: "Bob", phone: "5511999990002", organization: "Shop" } },
      { type: "contact", contact: { name: "Bob", phone: "5511999990002", organization: "Shop" } },
    ],
    [
      "a poll",
      { poll: { name: "Which?", options: ["red", "blue"] } },
      {
        type: "poll",
        poll: { name: "Which?", options: ["red", "blue"], multiple_answers: false },
        results: [
          { option: "red", votes: 0 },
          { option: "blue", votes: 0 },
        ],
        votes: [],
      },
    ],
    [
      "a file by its address",
      { text: "Look", media: { url: "https://files.example.com/a.png", mimetype: "image/PNG", filename: "a.png" } },
      {
        type: "image",
        body: "Look",
        media: { url: "https://files.example.com/a.png", mimetype: "image/png", filename: "a.png", size_bytes: null },
      },
    ],
    [
      "a sticker",
      { sticker: { url: "https://files.example.com/a.webp" } },
      { type: "sticker", media: { url: "https://files.example.com/a.webp", mimetype: null } },
    ],
  ])("%s is accepted and shown with what it holds", async (_what, body, shown) => {
    const sent = await world.send(body);

    expect(sent, sent.text).toMatchObject({ status: 202, body: { data: { status: "queued", ...shown } } });
    expect((await world.ask("GET", `/v1/messages/${idOf(sent)}`)).body).toEqual(sent.body);
    expect((await world.ask("GET", "/v1/messages")).body.data).toEqual([dataOf(sent)]);
    const needsPrepare = shown.type === "image" || shown.type === "sticker";
    expect(world.rows()[0]?.needs_prepare).toBe(needsPrepare ? true : undefined);
  });

  it("a file as base64 puts it into the media store and answers a fresh link each time", async () => {
    const sent = await world.send({
      media: {
        data: PDF.toString("base64"),
        mimetype: "application/pdf",
        filename: "..\\..\\C:\\x\\..\\inv\u202eoice.pdf",
      },
    });

    expect(dataOf(sent)).toMatchObject({
      type: "document",
      body: null,
      media: { mimetype: "application/pdf", filename: "invoice.pdf", size_bytes: PDF.length },
    });
    const key = `ACC/${world.account}/${world.instance}/${idOf(sent)}`;
    expect(world.media.files.get(key)).toMatchObject({ bytes: PDF, filename: "invoice.pdf" });
    expect(world.message(idOf(sent)).content).toMatchObject({ kind: "document", file: { key } });
    const again = dataOf(await world.ask("GET", `/v1/messages/${idOf(sent)}`));
    expect((again.media as { url: string }).url).not.toBe((dataOf(sent).media as { url: string }).url);
  });

  it("a sticker may be made of a GIF in the request", async () => {
    const data = Buffer.from("GIF89a of some kind").toString("base64");
    expect(dataOf(await world.send({ sticker: { data } }))).toMatchObject({
      type: "sticker",
      media: { mimetype: "image/gif", size_bytes: 19 },
    });
  });

  it("to a group, a channel or a person without a phone needs no first-message turn of a group", async () => {
    const group = await world.send({
      to: undefined,
      chat_id: GROUP,
      text: "Hi @55",
      mentions: [TO, `${TO}@s.whatsapp.net`, "88000111@lid"],
    });
    const channel = await world.send({ to: undefined, chat_id: "120363@newsletter", text: "News" });
    await world.receive({ person: "88000111@lid", phone: null, chat_id: "88000111@lid" });
    const person = await world.send({ to: undefined, chat_id: "88000111@lid", text: "Hi" });
    expect(dataOf(group)).toMatchObject({ chat_id: GROUP, phone: null, participant: "5511988880000" });
    expect(dataOf(person)).toMatchObject({ chat_id: "88000111@lid", phone: null });
    expect(world.rows().map(({ sk }) => sk[0])).toEqual(["K", "K", "R"]);
    expect(world.message(idOf(group)).content).toMatchObject({ mentions: [TO, TO, "88000111@lid"] });
    expect(dataOf(channel)).toMatchObject({ chat_id: "120363@newsletter", participant: null });
  });

  it("to a private id that nobody wrote from is no first message: there is no such chat", async () => {
    const received = await world.receive();
    const sent = await world.send({ to: undefined, chat_id: "88000222@lid", text: "Hi" });
    const forwarded = await world.ask("POST", `/v1/messages/${received}/forward`, { chat_id: "88000222@lid" });
    expect([sent.status, sent.body.code]).toEqual([404, "chat_not_found"]);
    expect([forwarded.status, forwarded.body.code]).toEqual([404, "chat_not_found"]);
    expect(world.rows()).toEqual([]);
  });

  it("to a private id that was written to from the phone goes to that chat", async () => {
    await world.receive({ person: "88000333@lid", phone: null, chat_id: "88000333@lid", from_me: true });
    expect((await world.send({ to: undefined, chat_id: "88000333@lid", text: "Hi" })).status).toBe(202);
  });

  it("names a person's chat by their number just like to", async () => {
    const sent = await world.send({ to: undefined, chat_id: `${TO}@s.whatsapp.net`, text: "Hi" });
    expect(dataOf(sent)).toMatchObject({ phone: TO, chat_id: `${TO}@s.whatsapp.net` });
    expect(world.message(idOf(sent)).person).toBe(TO);
  });
});

describe("reply_to", () => {
  it("takes a message of the same chat, received or sent", async () => {
    const received = await world.receive();
    const answer = await world.send({ text: "Hello", reply_to: received });
    expect(dataOf(answer)).toMatchObject({ reply_to: received });
    await world.relay(idOf(answer));
    expect((await world.send({ text: "And", reply_to: idOf(answer) })).status).toBe(202);
  });

  it("refuses one of another chat, of another instance, or one that was not sent", async () => {
    const received = await world.receive();
    const waiting = idOf(await world.send({ text: "Waits" }));
    const other = await world.newInstance();
    const refused = [
      await world.send({ to: "5511999990002", text: "Hi", reply_to: received }),
      await world.send({ to: undefined, chat_id: GROUP, text: "Hi", reply_to: received }),
      await world.send({ instance_id: other, text: "Hi", reply_to: received }),
      await world.send({ text: "Hi", reply_to: waiting }),
    ];
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 422, body: { errors: { reply_to: [expect.any(String)] } } });
    }
  });
});

describe("limits of sending", () => {
  it("refuses a file over the day's budget with 429 until the next day", async () => {
    const day = world.clock.now().toISOString().slice(0, 10);
    const used = LIMITS.sentFileBytesPerDay - 10;
    await world.table.write({ put: { ...keys.sentFiles(world.account, day), bytes: used } });
    const body = (size: number) => ({
      media: { data: Buffer.alloc(size).toString("base64"), mimetype: "application/pdf" },
    });

    const over = await world.send(body(11));
    expect(over).toMatchObject({ status: 429, body: { code: "file_budget_used" } });
    expect(Number(over.headers["Retry-After"])).toBeGreaterThan(14 * 3_600);
    expect(world.media.files.size).toBe(0);
    expect((await world.send(body(10))).status).toBe(202);
    expect((await world.send({ text: "Texts go on" })).status).toBe(202);
    world.pass(15 * 3_600);
    expect((await world.send(body(11))).status).toBe(202);
  });

  it("lets 500 first messages wait and refuses the next one, while others still go", async () => {
    const max = LIMITS.waitingFirstMessagesPerInstance;
    await fill(max - 2, "F");
    expect((await world.send({ text: "499" })).status).toBe(202);
    expect((await world.send({ text: "500" })).status).toBe(202);
    const full = await world.send({ text: "501" });
    expect(full).toMatchObject({ status: 429, body: { code: "backlog_full" } });
    expect(Number(full.headers["Retry-After"])).toBeGreaterThan(0);
    expect((await world.send({ to: undefined, chat_id: GROUP, text: "Group" })).status).toBe(202);

    const [row] = world.rows();
    await world.table.write({ delete: { pk: String(row?.pk), sk: String(row?.sk) } });
    world.pass(2);
    expect((await world.send({ text: "Room again" })).status).toBe(202);
  });

  it("lets 5,000 messages wait in all", async () => {
    await fill(LIMITS.waitingMessagesPerInstance - 1, "K");
    const group = { to: undefined, chat_id: GROUP };
    expect((await world.send({ ...group, text: "5,000" })).status).toBe(202);
    expect(await world.send({ ...group, text: "5,001" })).toMatchObject({
      status: 429,
      body: { code: "backlog_full" },
    });
    expect(world.rows()).toHaveLength(LIMITS.waitingMessagesPerInstance);
  });

  async function fill(count: number, queue: string) {
    const pk = `INST#${world.instance}#LANE`;
    for (let n = 0; n < count; n++) await world.table.write({ put: { pk, sk: `${queue}#filler_${n}` } });
  }
});

describe("why a message waits", () => {
  it("is told with the time it is expected to go", async () => {
    const next = "2026-11-20T09:31:00.000Z";
    const state = newSendingState("UTC", world.clock.now());
    await world.table.write({
      update: keys.sending(world.instance),
      set: { ...state, next_at: { first: next } },
      add: { rev: 1 },
    });
    const spaced = await world.send({ text: "First" });
    const scheduled = await world.send({ text: "Later", send_at: "2026-11-20T12:00:00Z" });
    expect(dataOf(spaced)).toMatchObject({ waiting_reason: "spacing", expected_at: "2026-11-20T09:31:00+00:00" });
    expect(dataOf(scheduled)).toMatchObject({ waiting_reason: "scheduled", expected_at: "2026-11-20T12:00:00+00:00" });

    await world.table.write({ update: keys.sending(world.instance), set: { connected: false }, add: { rev: 1 } });
    const read = await world.ask("GET", `/v1/messages/${idOf(spaced)}`);
    expect(dataOf(read)).toMatchObject({ waiting_reason: "offline", expected_at: null });
  });

  it("is nothing for a reply and for what has gone", async () => {
    await world.receive();
    const sent = await world.send({ text: "Reply" });
    expect(dataOf(sent)).toMatchObject({ waiting_reason: null, expected_at: null });
    await world.relay(idOf(sent));
    const read = await world.ask("GET", `/v1/messages/${idOf(sent)}`);
    expect(dataOf(read)).toMatchObject({ status: "sent", waiting_reason: null, expected_at: null });
  });
});
