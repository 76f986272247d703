import { beforeAll, describe, expect, it } from "vitest";
import { ERROR_CODES, type ErrorCode } from "../../../core/contracts/error-codes.ts";
import { type ApiWorld, type Ask, apiWorld } from "../api-world.ts";

let world: ApiWorld;
let key: string;
let instance: string;
let message: string;

beforeAll(async () => {
  world = apiWorld();
  const account = await world.account();
  key = (await world.key(account)).key;
  instance = await world.instance(account);
  const sent = await world.ask("POST", "/v1/messages", { key, body: { instance_id: instance, to: TO, text: "Hello" } });
  message = (sent.body.data as { id: string }).id;
});

/** In paths and bodies, `{I}` stands for an existing instance and `{M}` for one of its queued messages. */
type Row = [method: string, path: string, ask: Ask, status: number, fieldOrCode: string];

const TO = "5511999990001";
const send = (rest: object): Ask => ({ body: { instance_id: "{I}", to: TO, text: "Hello", ...rest } });
/** Creates a send without text. `inGroup` turns it into a send to a group. */
const only = (rest: object): Ask => send({ text: undefined, ...rest });
const inGroup = { to: undefined, chat_id: "120363020000000001@g.us" };
const file = (media: object): Ask => only({ media: { mimetype: "image/png", ...media } });
const PNG = { url: "https://files.example.com/a.png", mimetype: "image/png" };
const POLL = { name: "Which?", options: ["a", "b"] };
const deep = (levels: number) => `{"name":${"[".repeat(levels)}${"]".repeat(levels)}}`;
const typed = (type: string, body: unknown = { name: "A" }): Ask => ({ body, headers: { "content-type": type } });

const ROWS: Row[] = [
  // invalid bodies
  ["POST", "/v1/instances", { body: "" }, 400, "bad_request"],
  ["POST", "/v1/instances", { body: "{" }, 400, "bad_request"],
  ["POST", "/v1/instances", { body: '{"name":"A"' }, 400, "bad_request"],
  ["POST", "/v1/instances", { body: "null" }, 400, "bad_request"],
  ["POST", "/v1/instances", { body: "[]" }, 400, "bad_request"],
  ["POST", "/v1/instances", { body: '"name"' }, 400, "bad_request"],
  ["POST", "/v1/instances", { body: "5" }, 400, "bad_request"],
  ["POST", "/v1/instances", { body: "NaN" }, 400, "bad_request"],
  ["POST", "/v1/instances", { body: "\u0000" }, 400, "bad_request"],
  ["POST", "/v1/instances", { body: deep(20) }, 400, "bad_request"],
  ["POST", "/v1/instances", { body: deep(200_000) }, 400, "bad_request"],
  ["POST", "/v1/instances", { body: "[".repeat(500_000) }, 400, "bad_request"],
  ["POST", "/v1/instances", {}, 400, "bad_request"],
  ["POST", "/v1/instances", typed("text/plain"), 400, "bad_request"],
  ["POST", "/v1/instances", typed("application/x-www-form-urlencoded", "name=A"), 400, "bad_request"],
  ["POST", "/v1/instances", typed("application/json; charset=utf-16"), 400, "bad_request"],
  ["POST", "/v1/instances", typed("application/jsonp"), 400, "bad_request"],
  ["POST", "/v1/instances", { body: { name: "x".repeat(6 * 1024 * 1024) } }, 413, "bad_request"],
  ["POST", "/v1/messages", { body: "{" }, 400, "bad_request"],
  ["POST", "/v1/messages", { body: "[]" }, 400, "bad_request"],
  ["PATCH", "/v1/webhook", { body: "[]" }, 400, "bad_request"],
  ["PATCH", "/v1/webhook", typed("text/html", {}), 400, "bad_request"],
  // instances
  ["POST", "/v1/instances", { body: {} }, 422, "name"],
  ["POST", "/v1/instances", { body: { name: null } }, 422, "name"],
  ["POST", "/v1/instances", { body: { name: 5 } }, 422, "name"],
  ["POST", "/v1/instances", { body: { name: [] } }, 422, "name"],
  ["POST", "/v1/instances", { body: { name: "" } }, 422, "name"],
  ["POST", "/v1/instances", { body: { name: "   " } }, 422, "name"],
  ["POST", "/v1/instances", { body: { name: "x".repeat(101) } }, 422, "name"],
  ["POST", "/v1/instances", { body: { name: "A", external_ref: 5 } }, 422, "external_ref"],
  ["POST", "/v1/instances", { body: { name: "A", external_ref: "x".repeat(256) } }, 422, "external_ref"],
  ["GET", "/v1/instances?page=0", {}, 422, "page"],
  ["GET", "/v1/instances?page=-1", {}, 422, "page"],
  ["GET", "/v1/instances?page=1.5", {}, 422, "page"],
  ["GET", "/v1/instances?page=two", {}, 422, "page"],
  ["GET", "/v1/instances?page=", {}, 422, "page"],
  ["GET", "/v1/instances?page=99999999999999999999", {}, 422, "page"],
  ["GET", "/v1/instances?page=1&page=2", {}, 422, "page"],
  ["GET", "/v1/instances?external_ref[]=a", {}, 422, "external_ref"],
  ["GET", "/v1/instances/inst_1", {}, 404, "instance_not_found"],
  ["GET", "/v1/instances/%00", {}, 404, "instance_not_found"],
  ["GET", "/v1/instances/%E0%A4%A", {}, 404, "instance_not_found"],
  ["GET", "/v1/instances/%2e%2e%2f", {}, 404, "instance_not_found"],
  ["GET", "/v1/instances/INST_01JD3X4Y5Z6A7B8C9D0E1F2G3H", {}, 404, "instance_not_found"],
  ["DELETE", "/v1/instances/inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H", {}, 404, "instance_not_found"],
  ["GET", "/v1/instances/inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H/qr", {}, 404, "instance_not_found"],
  ["POST", "/v1/instances/inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H/restart", {}, 404, "instance_not_found"],
  // sends
  ["POST", "/v1/messages", { body: {} }, 422, "instance_id"],
  ["POST", "/v1/messages", { body: { instance_id: 7 } }, 422, "instance_id"],
  ["POST", "/v1/messages", { body: { instance_id: "inst_1", to: TO, text: "A" } }, 404, "instance_not_found"],
  ["POST", "/v1/messages", { body: { instance_id: "", to: TO, text: "A" } }, 404, "instance_not_found"],
  ["POST", "/v1/messages", send({ to: undefined }), 422, "to"],
  ["POST", "/v1/messages", send({ to: null }), 422, "to"],
  ["POST", "/v1/messages", send({ to: 5511999990001 }), 422, "to"],
  ["POST", "/v1/messages", send({ to: "" }), 422, "to"],
  ["POST", "/v1/messages", send({ to: "+5511999990001" }), 422, "to"],
  ["POST", "/v1/messages", send({ to: "05511999990001" }), 422, "to"],
  ["POST", "/v1/messages", send({ to: "005511999990001" }), 422, "to"],
  ["POST", "/v1/messages", send({ to: "55 11 99999-0001" }), 422, "to"],
  ["POST", "/v1/messages", send({ to: "55119" }), 422, "to"],
  ["POST", "/v1/messages", send({ to: "5511999990001123456" }), 422, "to"],
  ["POST", "/v1/messages", send({ to: "999999999999" }), 422, "to"],
  ["POST", "/v1/messages", send({ to: "someone" }), 422, "to"],
  ["POST", "/v1/messages", send({ to: "٥٥١١٩٩٩٩٩٠٠٠١" }), 422, "to"],
  ["POST", "/v1/messages", send({ to: "5511999990001@s.whatsapp.net" }), 422, "to"],
  ["POST", "/v1/messages", send({ chat_id: "1@g.us" }), 422, "to"],
  ["POST", "/v1/messages", send({ to: undefined, chat_id: "group" }), 422, "chat_id"],
  ["POST", "/v1/messages", send({ to: undefined, chat_id: 5 }), 422, "chat_id"],
  ["POST", "/v1/messages", send({ to: undefined, chat_id: "a#b@g.us" }), 422, "chat_id"],
  ["POST", "/v1/messages", send({ text: undefined }), 422, "text"],
  ["POST", "/v1/messages", send({ text: null }), 422, "text"],
  ["POST", "/v1/messages", send({ text: "" }), 422, "text"],
  ["POST", "/v1/messages", send({ text: 5 }), 422, "text"],
  ["POST", "/v1/messages", send({ text: { a: 1 } }), 422, "text"],
  ["POST", "/v1/messages", send({ text: "x".repeat(4_097) }), 422, "text"],
  ["POST", "/v1/messages", send({ text: " ".repeat(5_000) }), 422, "text"],
  ["POST", "/v1/messages", send({ text: " " }), 422, "text"],
  ["POST", "/v1/messages", send({ text: "\n\t \u00a0" }), 422, "text"],
  ["POST", "/v1/messages", send({ text: "\u3000" }), 422, "text"],
  ["POST", "/v1/messages", send({ text: "\u200b" }), 422, "text"],
  ["POST", "/v1/messages", send({ text: "\ufeff\u2060\u00ad\u034f\u061c\u202e" }), 422, "text"],
  ["POST", "/v1/messages", send({ text: "\u115f\u3164\uffa0\u2800\u17b4\u180e\ufe0f" }), 422, "text"],
  ["POST", "/v1/messages", send({ text: "\u{e0041}\u{e007f}" }), 422, "text"],
  ["POST", "/v1/messages", only({ media: PNG, text: "\u200b \u3000" }), 422, "text"],
  ["PATCH", "/v1/messages/{M}", { body: { text: "\u2028\u200d" } }, 422, "text"],
  ["POST", "/v1/instances", { body: { name: "\u200b\u3000" } }, 422, "name"],
  ["POST", "/v1/messages", only({ location: { latitude: 1, longitude: 2, title: "\u200b" } }), 422, "location.title"],
  ["POST", "/v1/messages", only({ contact: { name: "\u3164", phone: TO } }), 422, "contact.name"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, name: "\u2800" } }), 422, "poll.name"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, options: ["a", "\u200b"] } }), 422, "poll.options"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, options: ["a", "a\u200b"] } }), 422, "poll.options"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, options: ["\u00e9", "e\u0301"] } }), 422, "poll.options"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: 'image/png; a="\r\nX-Evil: 1"' }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: 'image/png; a="\u0000"' }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: 'image/png; a="\u007f"' }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: 'image/png; a="é"' }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: "image/png\r\n; a=b" }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: "image/png;\u2028a=b" }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: "image/png\n" }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ url: "https://a..com/x" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: "https://files.example.com/\u0000" }), 422, "media.url"],
  ["PATCH", "/v1/webhook", { body: { url: "https://a..com" } }, 422, "url"],
  ["PATCH", "/v1/webhook", { body: { url: "https://.a.com" } }, 422, "url"],
  ["POST", "/v1/webhook/deliveries/evt_1/resend", {}, 404, "not_found"],
  ["POST", `/v1/webhook/deliveries/${"x".repeat(2_100)}/resend`, {}, 404, "not_found"],
  ["GET", `/v1/messages/${"x".repeat(2_100)}`, {}, 404, "message_not_found"],
  ["GET", `/v1/messages?instance_id=${"x".repeat(2_100)}`, {}, 422, "instance_id"],
  ["GET", `/v1/instances?external_ref=${"x".repeat(2_100)}`, {}, 422, "external_ref"],
  ["POST", "/v1/messages", send({ location: { latitude: 1, longitude: 2 } }), 422, "location"],
  ["POST", "/v1/messages", send({ location: { latitude: 1, longitude: 2 } }), 422, "text"],
  ["POST", "/v1/messages", send({ contact: {} }), 422, "contact.name"],
  ["POST", "/v1/messages", send({ sticker: {} }), 422, "sticker"],
  ["POST", "/v1/messages", send({ poll: {} }), 422, "poll.options"],
  ["POST", "/v1/messages", send({ reply_to: "msg_1" }), 422, "reply_to"],
  ["POST", "/v1/messages", send({ reply_to: 5 }), 422, "reply_to"],
  ["POST", "/v1/messages", send({ reply_to: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }), 422, "reply_to"],
  ["POST", "/v1/messages", send({ mentions: [TO] }), 422, "mentions"],
  ["POST", "/v1/messages", send({ mentions: TO }), 422, "mentions"],
  ["POST", "/v1/messages", send({ mentions: [5] }), 422, "mentions"],
  ["POST", "/v1/messages", send({ ...inGroup, mentions: ["+5511999990001"] }), 422, "mentions"],
  ["POST", "/v1/messages", send({ ...inGroup, mentions: ["120363@g.us"] }), 422, "mentions"],
  ["POST", "/v1/messages", send({ ...inGroup, mentions: ["88000111:3@lid"] }), 422, "mentions"],
  ["POST", "/v1/messages", send({ ...inGroup, mentions: ["5@s.whatsapp.net"] }), 422, "mentions"],
  ["POST", "/v1/messages", send({ ...inGroup, mentions: Array(257).fill(TO) }), 422, "mentions"],
  [
    "POST",
    "/v1/messages",
    only({ ...inGroup, location: { latitude: 1, longitude: 2 }, mentions: [TO] }),
    422,
    "mentions",
  ],
  ["POST", "/v1/messages", send({ to: undefined, chat_id: "5511@s.whatsapp.net" }), 422, "chat_id"],
  ["POST", "/v1/messages", send({ to: undefined, chat_id: "x@lid" }), 422, "chat_id"],
  ["POST", "/v1/messages", send({ to: undefined, chat_id: "1@G.US" }), 422, "chat_id"],
  ["POST", "/v1/messages", send({ to: undefined, chat_id: "1@g.us\n" }), 422, "chat_id"],
  // files
  ["POST", "/v1/messages", file({}), 422, "media.url"],
  ["POST", "/v1/messages", only({ media: [] }), 422, "media"],
  ["POST", "/v1/messages", only({ media: "a.png" }), 422, "media"],
  ["POST", "/v1/messages", only({ media: { url: "https://example.com/a.png" } }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ url: "https://example.com/a.png", data: "QUJD" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: 5 }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: "" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: "example.com/a.png" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: "ftp://example.com/a.png" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: "file:///etc/passwd" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: "data:image/png;base64,QUJD" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: "javascript:alert(1)" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: "https://user:pass@example.com/a.png" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: "https://example.com/a b.png" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: "https://example.com/a.png#top" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: "https://example.com:25/a.png" }), 422, "media.url"],
  ["POST", "/v1/messages", file({ url: `https://example.com/${"a".repeat(2_048)}` }), 422, "media.url"],
  ["POST", "/v1/messages", file({ data: "" }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: 5 }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "QUJ" }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "QUI" }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "QUJD\n" }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "QUJD QUJD" }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "QQ==QQ==" }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "QR==" }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "=QUJ" }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "QU-_" }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "data:image/png;base64,QUJD" }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "é".repeat(4) }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "\u0000\u0000\u0000\u0000" }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "A".repeat(4 * 1_398_104) }), 422, "media.data"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: 5 }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: "" }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: "image" }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: "image/png\r\nx: y" }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ data: "QUJD", mimetype: `image/${"x".repeat(255)}` }), 422, "media.mimetype"],
  ["POST", "/v1/messages", file({ data: "QUJD", filename: 5 }), 422, "media.filename"],
  ["POST", "/v1/messages", file({ data: "QUJD", filename: "x".repeat(256) }), 422, "media.filename"],
  ["POST", "/v1/messages", file({ data: "QUJD", voice: "yes" }), 422, "media.voice"],
  ["POST", "/v1/messages", file({ data: "QUJD", voice: true }), 422, "media.voice"],
  ["POST", "/v1/messages", only({ text: "Listen", media: { data: "QUJD", mimetype: "audio/mpeg" } }), 422, "text"],
  ["POST", "/v1/messages", only({ text: "x".repeat(1_025), media: PNG }), 422, "text"],
  ["POST", "/v1/messages", only({ text: "", media: PNG }), 422, "text"],
  ["POST", "/v1/messages", only({ media: PNG, poll: POLL }), 422, "poll"],
  ["POST", "/v1/messages", only({ media: PNG, sticker: { url: "https://example.com/a.webp" } }), 422, "sticker"],
  // stickers
  ["POST", "/v1/messages", only({ sticker: "a.webp" }), 422, "sticker"],
  ["POST", "/v1/messages", only({ sticker: {} }), 422, "sticker.url"],
  ["POST", "/v1/messages", only({ sticker: { data: "QUJD" } }), 422, "sticker.data"],
  ["POST", "/v1/messages", only({ sticker: { data: "UklGRgAAAAA=" } }), 422, "sticker.data"],
  ["POST", "/v1/messages", only({ sticker: { data: `iVBORw0KGgoA${"A".repeat(1_500_000)}` } }), 422, "sticker.data"],
  // locations, contacts, polls
  ["POST", "/v1/messages", only({ location: 5 }), 422, "location"],
  ["POST", "/v1/messages", only({ location: { latitude: 1 } }), 422, "location.longitude"],
  ["POST", "/v1/messages", only({ location: { latitude: "1", longitude: 2 } }), 422, "location.latitude"],
  ["POST", "/v1/messages", only({ location: { latitude: 90.1, longitude: 2 } }), 422, "location.latitude"],
  ["POST", "/v1/messages", only({ location: { latitude: -91, longitude: 2 } }), 422, "location.latitude"],
  ["POST", "/v1/messages", only({ location: { latitude: 1, longitude: 181 } }), 422, "location.longitude"],
  ["POST", "/v1/messages", only({ location: { latitude: 1, longitude: null } }), 422, "location.longitude"],
  ["POST", "/v1/messages", only({ location: { latitude: 1, longitude: 2, title: 5 } }), 422, "location.title"],
  [
    "POST",
    "/v1/messages",
    only({ location: { latitude: 1, longitude: 2, address: "x".repeat(256) } }),
    422,
    "location.address",
  ],
  ["POST", "/v1/messages", only({ contact: { name: "Bob" } }), 422, "contact.phone"],
  ["POST", "/v1/messages", only({ contact: { phone: TO } }), 422, "contact.name"],
  ["POST", "/v1/messages", only({ contact: { name: " ", phone: TO } }), 422, "contact.name"],
  ["POST", "/v1/messages", only({ contact: { name: "x".repeat(256), phone: TO } }), 422, "contact.name"],
  ["POST", "/v1/messages", only({ contact: { name: "Bob", phone: "+5511999990001" } }), 422, "contact.phone"],
  ["POST", "/v1/messages", only({ contact: { name: "Bob", phone: 5 } }), 422, "contact.phone"],
  [
    "POST",
    "/v1/messages",
    only({ contact: { name: "Bob", phone: TO, organization: [] } }),
    422,
    "contact.organization",
  ],
  ["POST", "/v1/messages", only({ poll: { ...POLL, name: "" } }), 422, "poll.name"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, name: "x".repeat(256) } }), 422, "poll.name"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, options: "a" } }), 422, "poll.options"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, options: ["a"] } }), 422, "poll.options"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, options: Array.from("abcdefghijklm") } }), 422, "poll.options"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, options: ["a", "a"] } }), 422, "poll.options"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, options: ["a", "a "] } }), 422, "poll.options"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, options: ["a", ""] } }), 422, "poll.options"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, options: ["a", 5] } }), 422, "poll.options"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, options: ["a", "x".repeat(101)] } }), 422, "poll.options"],
  ["POST", "/v1/messages", only({ poll: { ...POLL, multiple_answers: 1 } }), 422, "poll.multiple_answers"],
  // after sending
  ["PATCH", "/v1/messages/{M}", { body: {} }, 422, "text"],
  ["PATCH", "/v1/messages/{M}", { body: "[]" }, 400, "bad_request"],
  ["PATCH", "/v1/messages/{M}", { body: { text: null } }, 422, "text"],
  ["PATCH", "/v1/messages/{M}", { body: { text: "" } }, 422, "text"],
  ["PATCH", "/v1/messages/{M}", { body: { text: "x".repeat(4_097) } }, 422, "text"],
  ["PATCH", "/v1/messages/{M}", { body: { send_at: "tomorrow" } }, 422, "send_at"],
  ["PATCH", "/v1/messages/{M}", { body: { send_at: "2026-11-21T10:00:00" } }, 422, "send_at"],
  ["PATCH", "/v1/messages/{M}", { body: { send_at: "2026-11-20T09:00:00Z" } }, 422, "send_at"],
  ["PATCH", "/v1/messages/{M}", { body: { send_at: "2027-11-20T09:00:00Z" } }, 422, "send_at"],
  ["PATCH", "/v1/messages/{M}", { body: { send_at: null } }, 409, "conflict"],
  ["PATCH", "/v1/messages/{M}", { body: { text: "New", send_at: "2026-11-20T12:00:00Z" } }, 409, "conflict"],
  ["PATCH", "/v1/messages/msg_1", { body: { text: "New" } }, 404, "message_not_found"],
  ["DELETE", "/v1/messages/msg_1", {}, 404, "message_not_found"],
  ["PUT", "/v1/messages/{M}/reaction", { body: {} }, 422, "emoji"],
  ["PUT", "/v1/messages/{M}/reaction", { body: { emoji: null } }, 422, "emoji"],
  ["PUT", "/v1/messages/{M}/reaction", { body: { emoji: "" } }, 422, "emoji"],
  ["PUT", "/v1/messages/{M}/reaction", { body: { emoji: "a" } }, 422, "emoji"],
  ["PUT", "/v1/messages/{M}/reaction", { body: { emoji: "5" } }, 422, "emoji"],
  ["PUT", "/v1/messages/{M}/reaction", { body: { emoji: "👍👍" } }, 422, "emoji"],
  ["PUT", "/v1/messages/{M}/reaction", { body: { emoji: "👍 " } }, 422, "emoji"],
  ["PUT", "/v1/messages/{M}/reaction", { body: { emoji: "\ud83d" } }, 422, "emoji"],
  ["PUT", "/v1/messages/{M}/reaction", { body: { emoji: `👍${"\u200d👍".repeat(30)}` } }, 422, "emoji"],
  ["PUT", "/v1/messages/{M}/reaction", { body: { emoji: "👍" } }, 409, "conflict"],
  ["DELETE", "/v1/messages/{M}/reaction", {}, 409, "conflict"],
  ["POST", "/v1/messages/{M}/reaction", { body: {} }, 405, "bad_request"],
  ["POST", "/v1/messages/{M}/read", {}, 409, "conflict"],
  ["POST", "/v1/messages/msg_1/read", {}, 404, "message_not_found"],
  ["POST", "/v1/messages/{M}/forward", { body: {} }, 422, "to"],
  ["POST", "/v1/messages/{M}/forward", { body: { to: "x" } }, 422, "to"],
  ["POST", "/v1/messages/{M}/forward", { body: { to: TO, chat_id: "1@g.us" } }, 422, "to"],
  ["POST", "/v1/messages/{M}/forward", { body: { chat_id: "x" } }, 422, "chat_id"],
  ["POST", "/v1/messages/msg_1/forward", { body: { to: TO } }, 404, "message_not_found"],
  ["POST", "/v1/messages", send({ link_preview: "yes" }), 422, "link_preview"],
  ["POST", "/v1/messages", send({ send_at: 5 }), 422, "send_at"],
  ["POST", "/v1/messages", send({ send_at: "tomorrow" }), 422, "send_at"],
  ["POST", "/v1/messages", send({ send_at: "2026-11-21" }), 422, "send_at"],
  ["POST", "/v1/messages", send({ send_at: "2026-11-21T10:00:00" }), 422, "send_at"],
  ["POST", "/v1/messages", send({ send_at: "2026-02-30T10:00:00Z" }), 422, "send_at"],
  ["POST", "/v1/messages", send({ send_at: "2026-11-20T09:29:00Z" }), 422, "send_at"],
  ["POST", "/v1/messages", send({ send_at: "2026-12-20T09:31:00Z" }), 422, "send_at"],
  ["POST", "/v1/messages", { ...send({}), headers: { "idempotency-key": "" } }, 422, "idempotency-key"],
  ["POST", "/v1/messages", { ...send({}), headers: { "idempotency-key": "x".repeat(256) } }, 422, "idempotency-key"],
  // message lists
  ["GET", "/v1/messages?limit=0", {}, 422, "limit"],
  ["GET", "/v1/messages?limit=101", {}, 422, "limit"],
  ["GET", "/v1/messages?limit=abc", {}, 422, "limit"],
  ["GET", "/v1/messages?limit=1e1", {}, 422, "limit"],
  ["GET", "/v1/messages?limit[]=5", {}, 422, "limit"],
  ["GET", "/v1/messages?direction=up", {}, 422, "direction"],
  ["GET", "/v1/messages?phone=%2B5511999990001", {}, 422, "phone"],
  ["GET", "/v1/messages?phone=x", {}, 422, "phone"],
  ["GET", "/v1/messages?cursor=", {}, 422, "cursor"],
  ["GET", "/v1/messages?cursor=abc", {}, 422, "cursor"],
  ["GET", `/v1/messages?cursor=bXNnXzE.${"A".repeat(22)}`, {}, 422, "cursor"],
  ["GET", "/v1/messages?cursor=a&cursor=b", {}, 422, "cursor"],
  ["GET", "/v1/messages?instance_id=inst_1", {}, 404, "instance_not_found"],
  ["GET", "/v1/messages?instance_id[]=a", {}, 422, "instance_id"],
  ["GET", "/v1/messages/msg_1", {}, 404, "message_not_found"],
  ["GET", "/v1/messages/msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H", {}, 404, "message_not_found"],
  ["GET", "/v1/messages/%F0%9F", {}, 404, "message_not_found"],
  // events
  ["GET", "/v1/events?limit=0", {}, 422, "limit"],
  ["GET", "/v1/events?limit=101", {}, 422, "limit"],
  ["GET", "/v1/events?limit=-5", {}, 422, "limit"],
  ["GET", "/v1/events?after=", {}, 422, "after"],
  ["GET", "/v1/events?after=evt_1", {}, 422, "after"],
  ["GET", "/v1/events?after=msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H", {}, 422, "after"],
  ["GET", "/v1/events?after=evt_01JD3X4Y5Z6A7B8C9D0E1F2G3H%FF", {}, 422, "after"],
  ["GET", "/v1/events?types[]=message", {}, 422, "types"],
  ["GET", "/v1/events?types=", {}, 422, "types"],
  ["GET", "/v1/events?instance_id=inst_1", {}, 404, "instance_not_found"],
  // webhook
  ["PATCH", "/v1/webhook", { body: { url: 5 } }, 422, "url"],
  ["PATCH", "/v1/webhook", { body: { url: "nonsense" } }, 422, "url"],
  ["PATCH", "/v1/webhook", { body: { events: "message.received" } }, 422, "events"],
  ["PATCH", "/v1/webhook", { body: { events: ["nonsense"] } }, 422, "events"],
  ["PATCH", "/v1/webhook", { body: { events: ["webhook.test"] } }, 422, "events"],
  ["PATCH", "/v1/webhook", { body: { auth_header: "a: b" } }, 422, "auth_header"],
  // paths and methods
  ["GET", "/", {}, 404, "not_found"],
  ["GET", "/v1", {}, 404, "not_found"],
  ["GET", "/v1/nothing", {}, 404, "not_found"],
  ["GET", "/v2/instances", {}, 404, "not_found"],
  ["GET", "/V1/instances", {}, 404, "not_found"],
  ["GET", "/v1/instances/", {}, 404, "not_found"],
  ["GET", "/v1//instances", {}, 404, "not_found"],
  ["GET", "/v1/instances/{I}/nothing", {}, 404, "not_found"],
  ["DELETE", "/v1/messages", {}, 405, "bad_request"],
  ["PUT", "/v1/instances", {}, 405, "bad_request"],
  ["POST", "/v1/events", {}, 405, "bad_request"],
  ["HEAD", "/v1/instances", {}, 405, "bad_request"],
  ["OPTIONS", "/v1/instances/{I}/stop", {}, 405, "bad_request"],
  ["TRACE", "/v1/openapi.json", {}, 405, "bad_request"],
];

describe("input that is not as it should be", () => {
  it.each(ROWS)("%s %s %o", async (method, path, ask, status, fieldOrCode) => {
    const body = fill(ask.body);
    const answer = await world.ask(method, path.replace("{I}", instance).replace("{M}", message), {
      key,
      ...ask,
      ...(body !== undefined && { body }),
    });

    const code = status === 422 ? "validation_failed" : fieldOrCode;
    expect({ status: answer.status, code: answer.body.code }, answer.text.slice(0, 300)).toEqual({ status, code });
    expect(ERROR_CODES[code as ErrorCode]).toContain(status);
    expect(answer.body.message).toMatch(/^\S.*\.$/s);
    expect(answer.headers).toMatchObject({ "Content-Type": "application/json", "X-Request-Id": "gateway-request-1" });
    if (status === 422) {
      const errors = answer.body.errors as Record<string, string[]>;
      const field = Object.keys(errors).find((name) => name === fieldOrCode || name.startsWith(`${fieldOrCode}.`));
      expect(field, JSON.stringify(errors)).toBeDefined();
      for (const sentences of Object.values(errors)) for (const one of sentences) expect(one).toMatch(/^[A-Z].*\.$/s);
    } else expect(answer.body).not.toHaveProperty("errors");
  });

  it("has more than sixty ways to be wrong", () => {
    expect(ROWS.length).toBeGreaterThan(60);
  });
});

/** Puts the real instance's id into the row's body. */
function fill(body: unknown): unknown {
  if (body === undefined || typeof body === "string") return body;
  return JSON.parse(JSON.stringify(body).replaceAll('"{I}"', JSON.stringify(instance)));
}

describe("input that is unusual but right", () => {
  const accepted: [string, string, Ask, number][] = [
    ["POST", "/v1/instances", { body: { name: "A", unknown: { anything: [1] } } }, 201],
    ["POST", "/v1/instances", { body: { name: "A", external_ref: null } }, 201],
    ["POST", "/v1/instances", typed("application/json; charset=UTF-8"), 201],
    ["POST", "/v1/instances", typed('Application/JSON;charset="utf-8"'), 201],
    ["POST", "/v1/instances", { body: '{"name":"A","__proto__":{"external_ref":5},"constructor":1}' }, 201],
    ["POST", "/v1/instances", { body: deep(19).replace('"name"', '"name":"A","x"') }, 201],
    ["POST", "/v1/instances/{I}/stop", { body: "{ no JSON at all" }, 202],
    ["POST", "/v1/instances/{I}/start", { body: [1], headers: { "content-type": "text/plain" } }, 202],
    ["GET", "/v1/instances?page=99999", {}, 200],
    ["GET", "/v1/instances?unknown[]=1&unknown[a][b]=2&__proto__=3", {}, 200],
    ["POST", "/v1/messages", send({ text: "😀".repeat(4_096) }), 202],
    ["POST", "/v1/messages", send({ to: undefined, chat_id: "120363020000000001@g.us" }), 202],
    ["POST", "/v1/messages", send({ send_at: "2026-11-20T09:29:30Z" }), 202],
    ["POST", "/v1/messages", send({ send_at: "2026-12-20T10:00:00+01:00" }), 202],
    ["POST", "/v1/messages", send({ media: null, poll: null, send_at: null, link_preview: null, chat_id: null }), 202],
    ["POST", "/v1/messages", { ...send({}), headers: { "idempotency-key": "x".repeat(255) } }, 202],
    ["POST", "/v1/messages", send({ text: "\u0000" }), 202],
    ["POST", "/v1/messages", send({ text: "‮evil‬ مرحبا שלום 👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿" }), 202],
    ["POST", "/v1/messages", only({ text: "😀".repeat(1_024), media: PNG }), 202],
    ["POST", "/v1/messages", file({ url: "http://files.example.com/a.png" }), 202],
    ["POST", "/v1/messages", file({ url: "http://127.0.0.1:8099/a.png" }), 202],
    ["POST", "/v1/messages", file({ data: "QUJD", filename: "../../etc/passwd" }), 202],
    ["POST", "/v1/messages", file({ data: "QQ==", mimetype: "audio/ogg; codecs=opus", voice: true }), 202],
    ["POST", "/v1/messages", file({ data: "A".repeat(4 * 1_398_101), mimetype: "application/x.unknown+zip" }), 202],
    ["POST", "/v1/messages", only({ sticker: { data: "iVBORw0KGgoAAAANSUhEUgAA" } }), 202],
    ["POST", "/v1/messages", only({ location: { latitude: -90, longitude: 180, title: null } }), 202],
    ["POST", "/v1/messages", only({ contact: { name: "Bob", phone: TO, organization: null } }), 202],
    [
      "POST",
      "/v1/messages",
      only({ poll: { ...POLL, options: Array.from("abcdefghijkl"), multiple_answers: null } }),
      202,
    ],
    ["POST", "/v1/messages", send({ ...inGroup, mentions: [TO] }), 202],
    ["POST", "/v1/messages", send({ mentions: [] }), 202],
    ["POST", "/v1/messages", send({ to: undefined, chat_id: `${TO}@s.whatsapp.net` }), 202],
    ["POST", "/v1/messages", send({ to: undefined, chat_id: "120363@newsletter" }), 202],
    ["PATCH", "/v1/messages/{M}", { body: { text: "Changed" } }, 200],
    ["POST", "/v1/messages/{M}/forward", { body: { chat_id: "1@g.us" } }, 202],
    ["GET", "/v1/events?types[]=message.status&types[]=webhook.test", {}, 200],
    ["GET", "/v1/events?types[0]=message.status&types[1]=webhook.test", {}, 200],
    ["GET", "/v1/events?types=message.status&types=webhook.test", {}, 200],
    ["GET", "/v1/events?types%5B%5D=message.status", {}, 200],
    ["GET", "/v1/events?after=evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ", {}, 200],
    ["GET", "/v1/events?after=evt_00000000000000000000000000", {}, 200],
  ];

  it.each(accepted)("%s %s %o", async (method, path, ask, status) => {
    const body = fill(ask.body);
    const answer = await world.ask(method, path.replace("{I}", instance).replace("{M}", message), {
      key,
      ...ask,
      ...(body !== undefined && { body }),
    });
    expect(answer.status, answer.text.slice(0, 300)).toBe(status);
  });

  it("says in Allow which methods a path takes", async () => {
    expect((await world.ask("PUT", "/v1/messages")).headers.Allow).toBe("GET, POST");
    expect((await world.ask("PUT", `/v1/messages/${message}`)).headers.Allow).toBe("DELETE, GET, PATCH");
    expect((await world.ask("POST", `/v1/instances/${instance}`)).headers.Allow).toBe("DELETE, GET, PATCH");
  });

  it("names every wrong field at once", async () => {
    const answer = await world.ask("POST", "/v1/messages", { key, body: { instance_id: instance, to: "x" } });
    expect(Object.keys(answer.body.errors as object).sort()).toEqual(["text", "to"]);
  });

  it("replaces U+0000 in every text that is sent, as in what comes in", async () => {
    const shown = async (rest: object) => {
      const body = { instance_id: instance, to: TO, ...rest };
      const answer = await world.ask("POST", "/v1/messages", { key, body });
      expect(answer.status, answer.text).toBe(202);
      return answer.body.data;
    };
    const nul = "a\0b";
    const clean = "a\ufffdb";

    expect(await shown({ text: nul })).toMatchObject({ body: clean });
    expect(await shown({ text: nul, media: PNG })).toMatchObject({ body: clean });
    expect(await shown({ poll: { name: nul, options: [nul, "c"] } })).toMatchObject({
      poll: { name: clean, options: [clean, "c"] },
    });
    expect(await shown({ location: { latitude: 1, longitude: 2, title: nul, address: nul } })).toMatchObject({
      location: { title: clean, address: clean },
    });
    expect(await shown({ contact: { name: nul, phone: TO, organization: nul } })).toMatchObject({
      contact: { name: clean, organization: clean },
    });
    const body = { name: nul, external_ref: nul };
    expect((await world.ask("POST", "/v1/instances", { key, body })).body.data).toMatchObject({
      name: clean,
      external_ref: clean,
    });
    expect((await world.ask("GET", "/v1/instances?external_ref=a%00b", { key })).body.data).toHaveLength(1);
  });

  it("says of a refused number what a person can do about it", async () => {
    const said = "The number must be in international format with its country code, like 201012345678.";
    const answer = await world.ask("POST", "/v1/messages", {
      key,
      body: { instance_id: instance, to: "01", text: "A" },
    });
    expect(answer.body).toMatchObject({ message: said, code: "validation_failed", errors: { to: [said] } });
  });

  it("names the field where the sentence would not be understood without it", async () => {
    const answer = await world.ask("PATCH", `/v1/instances/${instance}`, { key, body: { reject_calls: 5 } });
    expect(answer.body.message).toBe("The field reject_calls must be true or false.");
    const missing = await world.ask("POST", "/v1/instances", { key, body: {} });
    expect(missing.body.message).toBe("The field name is required and must be a string.");
  });

  it("makes lone surrogates well-formed before anything is stored", async () => {
    const body = `{"name":"A\\ud800","external_ref":"\\udfff"}`;
    const created = await world.ask("POST", "/v1/instances", { key, body });
    expect(created.body.data).toMatchObject({ name: "A\ufffd", external_ref: "\ufffd" });
  });

  it("refuses bytes that are no UTF-8", async () => {
    const { handler } = await import("../../../functions/api/instances/index.ts");
    const { gatewayEvent } = await import("../api-world.ts");
    const event = { ...gatewayEvent("POST", "/v1/instances", { key, body: "" }), isBase64Encoded: true };
    const encoded = (bytes: Buffer) => ({ ...event, body: bytes.toString("base64") });
    const call = handler as unknown as (event: unknown, context: unknown) => Promise<{ statusCode: number }>;

    expect((await call(encoded(Buffer.from([0x7b, 0xff, 0x7d])), {})).statusCode).toBe(400);
    expect((await call(encoded(Buffer.from('{"name":"é"}')), {})).statusCode).toBe(201);
  });
});
