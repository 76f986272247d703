import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cutWhileWritten } from "../../tools/chaos/written-over-cuts.ts";
import { times } from "../run/how-long.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

type Json = Record<string, unknown>;
interface Event {
  id: string;
  type: string;
  data: Json & { media: { url: string; mimetype: string; filename: string | null; size_bytes: number } | null };
}

const SHOP = "5511988880000";
const ANA = "5511977770001";
/** The number of messages that arrive while the connection is being cut. */
const MANY = times(200);
/** A stranger who knows the ids of other people's messages. */
const CARL = "5511977770003";

/** Tests everything that a person can write, as customers receive it, over HTTP only. */
describe("what people write", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let receiver: Receiver;
  let shop: { id: string };

  beforeAll(async () => {
    [gateway, receiver] = await Promise.all([startGateway(folder.path), startReceiver()]);
    await gateway.api("PATCH", "/v1/webhook", { url: receiver.url });
    shop = await linkNumber(gateway, SHOP);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  const events = (type: string) =>
    receiver.requests.map(({ body }) => JSON.parse(body) as Event).filter((event) => event.type === type);

  /**
   * Writes a message and waits for its event. That is the next event of its type, because each person writes one
   * message at a time.
   */
  async function write(body: Json): Promise<Event["data"]> {
    const before = events("message.received").length;
    const answer = await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, ...body });
    expect(answer.status).toBe(201);
    const { data } = await eventually("message.received", () => events("message.received")[before]);
    const read = await gateway.api<{ data: Event["data"] }>("GET", `/v1/messages/${data.id}`);
    // The link to a message's file is new each time the message is returned.
    const withoutLink = ({ media, ...rest }: Event["data"]) => ({ ...rest, media: media && { ...media, url: null } });
    expect(withoutLink(read.body.data)).toEqual(withoutLink(data));
    expect(data).toMatchObject({ instance_id: shop.id, phone: ANA, status: "received", contact_name: "Ana" });
    return data;
  }

  it.each([
    ["text", { text: "Olá 👋🏽" }, { body: "Olá 👋🏽", media: null }],
    ["location", { location: { latitude: -23.5, longitude: -46.6, title: "Shop" } }, { location: { title: "Shop" } }],
    ["contact", { contact: { name: "Carl", phone: "5511911112222" } }, { contact: { phone: "5511911112222" } }],
    [
      "poll",
      { poll: { name: "When?", options: ["now", "later"] } },
      { results: [{ votes: 0 }, { votes: 0 }], votes: [] },
    ],
    [
      "order",
      { order: { title: "Meal", currency: "BRL", items: [{ name: "Tea", price: 2 }] } },
      { order: { total: 2 } },
    ],
  ])("%s comes by webhook and GET with the same content", async (type, body, fields) => {
    expect(await write(body)).toMatchObject({ type, ...fields });
  });

  it.each([
    ["image", { mimetype: "image/jpeg" }, 50_000],
    ["video", { mimetype: "video/mp4" }, 7_000_000],
    ["audio", { mimetype: "audio/ogg; codecs=opus", voice: true }, 5_000],
    ["document", { mimetype: "application/pdf", filename: "Angebot für Ana.pdf" }, 100_000],
    ["sticker", { mimetype: "image/webp" }, 3_000],
  ])("%s comes with a link to the same bytes", async (type, about, size) => {
    const bytes = randomBytes(size);
    const file = { data: bytes.toString("base64"), ...about };
    const data = await write(type === "sticker" ? { sticker: file } : { media: file });

    expect(data).toMatchObject({ type, error_code: null });
    expect(data.media).toMatchObject({ mimetype: about.mimetype, size_bytes: size });
    if ("filename" in about) expect(data.media?.filename).toBe(about.filename);
    const answer = await fetch(data.media?.url ?? "");
    expect(answer.status).toBe(200);
    expect(hash(Buffer.from(await answer.arrayBuffer()))).toBe(hash(bytes));
  });

  it("is edited, reacted to and deleted: each by its event, once", async () => {
    const data = await write({ text: "wrng" });
    const shown = await gateway.sandbox<{ data: Json[] }>("GET", `/phones/${ANA}/messages`);
    const id = shown.body.data.find(({ text }) => text === "wrng")?.id;
    for (const [act, body, type] of [
      ["edit", { text: "right" }, "message.edited"],
      ["react", { emoji: "👍" }, "message.reaction"],
      ["delete", {}, "message.deleted"],
    ] as const) {
      expect((await gateway.sandbox("POST", `/phones/${ANA}/messages/${id}/${act}`, body)).status).toBe(200);
      await eventually(type, () => events(type).length === 1);
    }
    expect(events("message.edited")[0]?.data).toMatchObject({ id: data.id, body: "right" });
    expect(events("message.reaction")[0]?.data).toMatchObject({ id: data.id, reacted: ANA, emoji: "👍" });
    expect(events("message.deleted")[0]?.data).toMatchObject({ id: data.id, body: null });
  });

  it("is changed by nobody who names it from another chat, and nobody else gets a code's text", async () => {
    const theirs = await write({ text: "Only I may change this" });
    const poll = await send({ poll: { name: "When?", options: ["now", "later"] } });
    const otp = await gateway.api<{ data: Json }>("POST", "/v1/otps", {
      ...{ instance_id: shop.id, channel: "code", phone: ANA, brand: "Tea House", code_length: 8 },
    });
    const code = await shownTo(ANA, ({ text }) => /\*\u2068?\d{8}\u2069?\*/.test(String(text)));
    const [text, question] = [
      await shownTo(ANA, ({ text }) => text === "Only I may change this"),
      await shownTo(ANA, ({ type }) => type === "poll"),
    ];
    await gateway.sandbox("POST", "/phones", { phone: CARL, name: "Carl" });
    const note = { encPayload: randomBytes(48).toString("base64"), encIv: randomBytes(12).toString("base64") };
    const key = (id: unknown) => ({ remoteJid: `${SHOP}@s.whatsapp.net`, fromMe: false, id });
    for (const raw of [
      { pollUpdateMessage: { pollCreationMessageKey: key(question.id), vote: note, senderTimestampMs: 1 } },
      { reactionMessage: { key: key(question.id), text: "👎", senderTimestampMs: 1 } },
      { protocolMessage: { key: key(text.id), type: "MESSAGE_EDIT", editedMessage: { conversation: "Mine" } } },
      { protocolMessage: { key: key(text.id), type: "REVOKE" } },
      { pinInChatMessage: { key: key(text.id), type: "PIN_FOR_ALL", senderTimestampMs: 1 } },
      { keepInChatMessage: { key: key(text.id), keepType: "KEEP_FOR_ALL", timestampMs: 1 } },
    ]) {
      expect((await gateway.sandbox("POST", `/phones/${CARL}/messages`, { to: SHOP, raw })).status).toBe(201);
    }
    for (const as of ["number", "private_id"]) {
      const wish = { to: SHOP, id: code.id, kind: "retry", as };
      expect((await gateway.sandbox("POST", `/phones/${CARL}/receipts`, wish)).status).toBe(201);
    }
    await gateway.sandbox("POST", `/phones/${CARL}/messages`, { to: SHOP, text: "Behind all that" });
    await eventually("what he writes", () => events("message.received").some(({ data }) => data.phone === CARL));
    await eventually("every wish to be answered", async () => {
      const { body } = await gateway.sandbox<{ data: Json[] }>("GET", `/phones/${SHOP}/stanzas`);
      return !body.data.some(({ tag }) => tag === "receipt");
    });

    expect(await read(theirs.id)).toMatchObject({ body: "Only I may change this", edited_at: null, deleted_at: null });
    expect(await read(poll)).toMatchObject({ results: [{ votes: 0 }, { votes: 0 }], votes: [] });
    expect(events("message.poll_vote")).toEqual([]);
    expect(events("message.reaction").filter(({ data }) => data.id === poll)).toEqual([]);
    const touched = [...events("message.edited"), ...events("message.deleted")].map(({ data }) => data.id);
    expect(touched).not.toContain(theirs.id);
    const onHisPhone = await inbox(gateway, CARL);
    expect(onHisPhone.filter(({ from }) => from !== CARL)).toEqual([]);
    const { body } = await gateway.api<{ data: Json }>("GET", `/v1/otps/${otp.body.data.id}`);
    expect(body.data.status).toBe("pending");
  });

  /** Sends a message to Ana. @returns the message's id, once it has been sent. */
  async function send(body: Json): Promise<unknown> {
    const answer = await gateway.api<{ data: Json }>("POST", "/v1/messages", {
      instance_id: shop.id,
      to: ANA,
      ...body,
    });
    expect(answer.status).toBe(202);
    const { id } = answer.body.data;
    await eventually("it to go", async () => ["sent", "delivered"].includes(String((await read(id)).status)));
    return id;
  }
  const read = async (id: unknown) => (await gateway.api<{ data: Json }>("GET", `/v1/messages/${id}`)).body.data;
  const shownTo = (phone: string, is: (message: Json) => boolean) =>
    eventually("a message on a phone", async () => (await inbox(gateway, phone)).findLast(is));

  /** A short version of a case in `npm run chaos -w tools`. */
  it(`comes once, whatever happens to the line: ${MANY} messages of 20 people at once`, async () => {
    expect(await cutWhileWritten({ gateway, receiver, shop: SHOP }, MANY, 5)).toEqual([]);
  });
});

const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
