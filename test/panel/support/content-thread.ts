import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { type Message, messageView } from "../../../core/contracts/message.ts";

/** The person who writes in the thread. */
export const WRITER = "5511966660051";

const nothing = { id: null, url: null, phone: null, code: null, description: null, section: null, card: null };

/** One message for each of the panel's card types, oldest first. */
const MESSAGES: readonly Partial<Message>[] = [
  {
    body: "I saw your ad. Do you still have them?",
    referral: {
      source_type: "ad",
      source_id: "120210000000000001",
      source_url: "https://ads.example.com/roses",
      headline: "Red roses for Friday",
      body: "Twelve for 30",
      media_type: "image",
      ctwa_clid: null,
      entry_point: null,
    },
  },
  {
    body: "Order 1042 is on its way.\n\nFlower shop",
    actions: [
      { ...nothing, type: "reply", text: "Thanks", id: "ok" },
      { ...nothing, type: "url", text: "Track it", url: "https://shop.example.com/orders/1042" },
      { ...nothing, type: "url", text: "Free flowers", url: "javascript:alert(1)" },
      { ...nothing, type: "call", text: "Call us", phone: "+55 11 96666-0099" },
      { ...nothing, type: "copy", text: "Copy the code", code: "ROSES10" },
      { ...nothing, type: "row", text: "Roses", description: "A dozen, red", section: "Flowers", card: 1 },
      { ...nothing, type: "row", text: "Tulips", description: null, section: "Flowers", card: 1 },
      { ...nothing, type: "payment", text: null, card: 2 },
    ],
  },
  { body: "Medium", interactive: { ...choice("list_reply"), id: "m", title: "Medium", description: "For two" } },
  {
    body: "Sent",
    interactive: { ...choice("flow_reply"), response: { name: "Ana", size: ["M", "L"], at: { day: 3 } } },
  },
  {
    body: "Tasting\n\nSix wines of the south",
    event: {
      name: "Tasting",
      description: "Six wines of the south",
      starts_at: "2025-07-04T18:00:00+00:00",
      ends_at: "2025-07-04T20:30:00+00:00",
      location: { name: "The shop", latitude: -23.56, longitude: -46.65 },
      join_link: "https://call.example.com/tasting",
      cancelled: false,
    },
  },
  {
    body: "Last week's tasting",
    event: {
      ...{ name: "Last week's tasting", description: null, starts_at: "2025-06-06T18:00:00+00:00", ends_at: null },
      ...{ location: null, join_link: null, cancelled: true },
    },
  },
  {
    body: null,
    payment: {
      ...{ kind: "key", amount: "1234.5", currency: "BRL", note: null, key_type: "EMAIL", key: "shop@example.com" },
      ...{ name: "Flower shop", reference: "1042", expires_at: "2099-01-01T12:00:00+00:00" },
    },
  },
  {
    body: "For the roses",
    payment: {
      ...{ kind: "sent", amount: "30", currency: "BRL", note: "For the roses", key_type: null, key: null },
      ...{ name: null, reference: null, expires_at: null },
    },
  },
  {
    body: "Regulars",
    invite: {
      ...{ kind: "group", id: "120363020000000001@g.us", name: "Regulars", code: "AbCdEfGhIjKlMnOpQrStUv" },
      ...{ link: "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv", expires_at: "2099-01-01T12:00:00+00:00" },
    },
  },
  {
    body: "@5511966660002 and @5511966660003, ask @99887766 and @5511966660099.",
    mentions: [
      {
        id: "5511966660002@s.whatsapp.net",
        phone: "5511966660002",
        name: "Eve\u202e",
        is_me: false,
        text: "@5511966660002",
      },
      { id: "5511966660003@s.whatsapp.net", phone: "5511966660003", name: null, is_me: false, text: "@5511966660003" },
      { id: "99887766@lid", phone: null, name: null, is_me: false, text: "@99887766" },
      { id: "5511966660099@s.whatsapp.net", phone: "5511966660099", name: null, is_me: true, text: "@5511966660099" },
    ],
    mentions_count: 4,
    mentions_everyone: true,
  },
  {
    body: "Are these for sale?",
    quoted: { id: "3EB0C431C26A1916E07A", author_id: null, author_phone: null, type: "image", body: "New wines" },
    forwarded: true,
    frequently_forwarded: true,
    disappears_in: 604_800,
  },
  {
    type: "contact",
    contact: { name: "Ana", phone: "5511966660001", organization: "Flower shop" },
    contacts: [
      { name: "Ana", phone: "5511966660001", organization: "Flower shop" },
      { name: null, phone: "3456-0001", organization: null },
    ],
  },
  { type: "image", body: null, album: { id: "3EB0C431C26A1916E07A", index: 1, count: 3 }, forwarded: true },
  { type: "image", body: null, view_once: true, error_code: "view_once_withheld", media: null },
  { type: "location", location: { latitude: 1, longitude: 2, title: null, address: null, live: true } },
  { type: "order", order: { title: "Roses", item_count: 3, total: 90, currency: "BRL" } },
  { body: null, error_code: "unsupported", network_kind: "futureProofMessage" },
];

const LONG = "W".repeat(300);
const TURNED = `\u202e${LONG}`;

/** The same kinds of messages, with the longest and oddest values that the contract allows. */
export const ODD_MESSAGES: readonly Partial<Message>[] = [
  { body: LONG.repeat(9), actions: Array.from({ length: 60 }, (_, n) => odd(n)) },
  {
    body: null,
    event: {
      ...{
        name: TURNED,
        description: LONG,
        starts_at: "+275760-09-13T00:00:00+00:00",
        ends_at: "0001-01-01T00:00:00+00:00",
      },
      ...{
        location: { name: TURNED, latitude: 91, longitude: null },
        join_link: "javascript:alert(1)",
        cancelled: true,
      },
    },
  },
  {
    body: null,
    payment: {
      ...{
        kind: "invoice",
        amount: `-${"9".repeat(40)}.${"1".repeat(40)}`,
        currency: LONG,
        note: LONG,
        key_type: LONG,
      },
      ...{ key: LONG, name: TURNED, reference: LONG, expires_at: "never" },
    },
  },
  {
    body: LONG,
    invite: { kind: "channel", id: LONG, name: LONG, code: LONG, link: `data:text/html,${LONG}`, expires_at: "never" },
  },
  {
    body: LONG,
    interactive: { ...choice("flow_reply"), response: Object.fromEntries(Array.from({ length: 90 }, pair)) },
  },
  {
    body: `@1 ${LONG}`,
    mentions: [{ id: LONG, phone: LONG, name: TURNED, is_me: false, text: "@1" }],
    quoted: { id: null, author_id: null, author_phone: LONG, type: null, body: TURNED },
    album: { id: LONG, index: 0, count: 1 },
    disappears_in: Number.MAX_SAFE_INTEGER,
  },
  {
    type: "contact",
    contacts: Array.from({ length: 50 }, () => ({ name: TURNED, phone: LONG, organization: LONG })),
  },
  { type: "product", product: { title: { not: "a text" }, price: LONG, currency: 7, url: "https://" } },
  { body: null, error_code: "unsupported", network_kind: LONG },
];

function odd(n: number): NonNullable<Message["actions"]>[number] {
  return {
    ...{ type: "url", text: n % 2 === 0 ? TURNED : null, id: LONG, url: `https://${"a.".repeat(900)}com` },
    ...{ phone: LONG, code: LONG, description: LONG, section: LONG, card: n },
  };
}

function pair(_: unknown, n: number): [string, unknown] {
  return [`${n}${LONG}`, { nested: [LONG] }];
}

function choice(type: NonNullable<Message["interactive"]>["type"]): NonNullable<Message["interactive"]> {
  return { type, id: null, title: null, description: null, response: null };
}

/** Returns the messages in the form answered to the panel, newest first, with times that never change. */
function answered(instance: string, pictureUrl: string, more: readonly Partial<Message>[]): Message[] {
  return [...MESSAGES, ...more]
    .map((about, place) => ({
      ...messageView({
        ...{ id: `msg_${String(place).padStart(4, "0")}`, instance_id: instance, phone: WRITER, contact_name: "Ana" },
        ...{
          chat_id: `${WRITER}@s.whatsapp.net`,
          direction: "in",
          status: "received",
          type: "text",
          origin: "contact",
        },
      }),
      created_at: "2025-06-10T12:00:00+00:00",
      written_at: `2025-06-10T12:${String(place).padStart(2, "0")}:00+00:00`,
      ...(about.album && { media: { url: pictureUrl, mimetype: "image/png", filename: null, size_bytes: 90 } }),
      ...about,
    }))
    .reverse();
}

/** Answers the panel's request for a thread with every card, before its page is opened. @param more messages below. */
export async function serveContentThread(
  page: Page,
  panelUrl: string,
  instance: string,
  more: readonly Partial<Message>[] = [],
): Promise<void> {
  const pictureUrl = `${panelUrl}/a-picture-of-the-test.png`;
  const answer = { data: answered(instance, pictureUrl, more), links: { next: null }, meta: {} };
  const isThread = ({ pathname, searchParams }: URL) =>
    /\/panel-api\/v1\/instances\/[^/]+\/chats\/[^/]+\/history$/.test(pathname) ||
    (pathname === "/panel-api/v1/messages" && searchParams.has("phone"));
  await page.route(isThread, (route) => route.fulfill({ json: answer }));
  await page.route(pictureUrl, (route) => route.fulfill({ contentType: "image/png", body: picture() }));
}

/** Creates a picture of one colour. */
function picture(): Buffer {
  const png = new PNG({ width: 160, height: 90 });
  png.data.fill(0xc0);
  return PNG.sync.write(png);
}
