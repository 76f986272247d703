import { SERVED_FROM } from "../../../core/contracts/files.ts";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import { formatApiKey } from "../../../core/domain/accounts/api-key.ts";
import { mediaKey } from "../../../core/domain/files/media-key.ts";
import { wireTime } from "../../../core/domain/wire-time.ts";
import { changeAccount } from "../../../core/operations/accounts/change-account.ts";
import { createAccount } from "../../../core/operations/accounts/create-account.ts";
import { createKey, type KeyRequest } from "../../../core/operations/accounts/create-key.ts";
import { revokeKey } from "../../../core/operations/accounts/revoke-key.ts";
import { storeChannelList } from "../../../core/operations/channels/store-channel-list.ts";
import { fileLink } from "../../../core/operations/files/link-file.ts";
import { createInstance } from "../../../core/operations/instances/create-instance.ts";
import { recordCall } from "../../../core/operations/instances/record-call.ts";
import type { FailedDelivery } from "../../../core/records/webhooks/failed-delivery.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Item } from "../../../core/store/table.ts";
import { GROUP, networkGroup, tellGroups } from "../../support/told-groups.ts";
import { idOf, type LinkedWorld, linkedWorld, TO } from "../linked-world.ts";

/** Ids that a request can contain. */
export interface WalkIds {
  instance: string;
  message: string;
  event: string;
  chat: string;
  /** The token of a link to a message's file. */
  token: string;
  /** A person the instance has a chat with. */
  contact: string;
  /** A note in the chat. */
  note: string;
  /** A saved reply of the account. */
  reply: string;
  /** A label of the instance. */
  label: string;
  /** A group that includes the number. */
  group: string;
  /** A channel of the instance. */
  channel: string;
  /** A waiting status. */
  status: string;
  /** A broadcast that hasn't begun. */
  broadcast: string;
  /** An open OTP sent as a code. */
  otp: string;
  /** An export created by the account. */
  made: string;
  /** An import of contacts into the instance. */
  imported: string;
}

/** Well-formed ids of things that don't exist. */
export const MISSING: WalkIds = {
  instance: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  message: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  event: "evt_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  chat: "5511999990009",
  token: "bm90aGluZw.AAAAAAAAAAAAAAAAAAAAAA",
  contact: "5511888880009",
  note: "note_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  reply: "rpl_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  label: "999",
  group: "120363020000000009@g.us",
  channel: "120363000000000001@newsletter",
  status: "sts_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  broadcast: "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  otp: "otp_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  made: "exp_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  imported: "imp_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
};

/** The queries of routes that require one. */
export const QUERIES: Partial<Record<RouteId, Record<string, string>>> = {
  "channels.preview": { invite: "0029VaAbCdEfGhIjKlMnOpQr" },
  "groups.preview": { invite: "AbCdEfGhIjKlMnOpQrStUv" },
};

/** The kind of id in each path parameter. */
const PARAMETERS: [path: string, parameter: string, names: keyof WalkIds][] = [
  ["/v1/instances/{id}", "id", "instance"],
  ["/v1/instances/{id}/contacts/{contact}", "contact", "contact"],
  ["/v1/instances/{id}/contact-imports/{import}", "import", "imported"],
  ["/v1/instances/{id}/chats/{chat}", "chat", "chat"],
  ["/v1/instances/{id}/chats/{chat}/notes/{note}", "note", "note"],
  ["/v1/instances/{id}/labels/{label}", "label", "label"],
  ["/v1/instances/{id}/groups/{group}", "group", "group"],
  ["/v1/instances/{id}/channels/{channel}", "channel", "channel"],
  ["/v1/instances/{id}/statuses/{status}", "status", "status"],
  ["/v1/otps/{id}", "id", "otp"],
  ["/v1/saved-replies/{id}", "id", "reply"],
  ["/v1/exports/{id}", "id", "made"],
  ["/v1/messages/{id}", "id", "message"],
  ["/v1/broadcasts/{id}", "id", "broadcast"],
  ["/v1/webhook/deliveries/{event_id}", "event_id", "event"],
  ["/v1/files/{token}", "token", "token"],
];

/** Returns the parameters in a route's path, with the kind of id in each. */
export function parametersOf(id: RouteId): Map<string, keyof WalkIds> {
  const { path } = ROUTES[id];
  const found = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]): [string, keyof WalkIds] => {
    const row = PARAMETERS.find(([start, parameter]) => parameter === name && path.startsWith(start));
    if (!row) throw new Error(`Say in PARAMETERS what {${name}} of ${path} names.`);
    return [name, row[2]];
  });
  return new Map(found);
}

/** Text that occurs in all of the walked account's human-readable data. */
export const MARK = "of-the-walked-account";

/** Creates worlds for the walk, each a copy of the first world. */
export const walkWorlds = () => {
  let first: Promise<WalkWorld> | null = null;
  return async (): Promise<WalkWorld> => {
    first ??= firstWorld();
    const { ids, callers, ...start } = await first;
    return { ...(await linkedWorld(start)), ids, callers };
  };
};

/**
 * Creates an account with everything that a route can involve, a sister instance, other accounts, and all kinds of
 * keys.
 */
async function firstWorld() {
  const world = await linkedWorld();
  const { deps, table, account, instance, clock } = world;
  const ids = await populate(world);
  const newAccount = async () => (await createAccount(deps, { name: "Other", plan: "scale" }, clock.now())).id;
  const newInstance = async (owner: string) => {
    const request = { account_id: owner, name: "Other", external_ref: null };
    return (await createInstance({ ...deps, shardCount: 4 }, request, clock.now())).id;
  };
  const make = (owner: string, request: Partial<KeyRequest> = {}) =>
    createKey(deps, { account_id: owner, kind: "full", ...request }, clock.now());
  const key = async (owner: string, request: Partial<KeyRequest> = {}) => (await make(owner, request)).key;
  const revoked = async (request: Partial<KeyRequest> = {}) => {
    const made = await make(account, request);
    await revokeKey(table, account, made.id, clock.now());
    return made.key;
  };

  const sister = await newInstance(account);
  const foreign = await newAccount();
  const foreignInstance = await newInstance(foreign);
  const suspended = await newAccount();
  const callers = {
    full: world.key,
    send: await key(account, { kind: "send" }),
    read: await key(account, { kind: "read" }),
    "full of this instance": await key(account, { instance_id: instance }),
    "send of this instance": await key(account, { kind: "send", instance_id: instance }),
    "read of this instance": await key(account, { kind: "read", instance_id: instance }),
    "full of another instance": await key(account, { instance_id: sister }),
    "send of another instance": await key(account, { kind: "send", instance_id: sister }),
    "read of another instance": await key(account, { kind: "read", instance_id: sister }),
    "full of another account": await key(foreign),
    "full of an instance of another account": await key(foreign, { instance_id: foreignInstance }),
    "full, for this address": await key(account, { allowed_ips: ["127.0.0.0/8"] }),
    "full, for other addresses": await key(account, { allowed_ips: ["192.0.2.0/24", "2001:db8::/32"] }),
    "full of a suspended account": await key(suspended),
    "read of a suspended account": await key(suspended, { kind: "read" }),
    "of a suspended account, for other addresses": await key(suspended, { allowed_ips: ["192.0.2.1"] }),
    revoked: await revoked(),
    "revoked, for other addresses": await revoked({ allowed_ips: ["192.0.2.1"] }),
    "nobody's": formatApiKey(new Uint8Array(24).fill(7)),
    "with a wrong checksum": `${world.key.slice(0, -1)}${world.key.endsWith("0") ? "1" : "0"}`,
    malformed: "mgw_nothing",
  };
  await changeAccount(table, suspended, { status: "suspended" });
  return { ...world, ids, callers };
}

export type WalkWorld = Awaited<ReturnType<typeof firstWorld>>;
export type WalkCaller = keyof WalkWorld["callers"];

/** Adds messages in both directions, webhooks with secrets, events, and an event whose delivery was given up on. */
async function populate(world: LinkedWorld): Promise<WalkIds> {
  const { ask, account, instance, table, clock } = world;
  const webhook = { url: `http://127.0.0.1:8099/${MARK}`, auth_header: { name: "X-Key", value: MARK } };
  await taken(ask("PATCH", "/v1/webhook", webhook));
  await world.receive({ body: MARK, contact_name: MARK });
  const message = idOf(await taken(world.send({ text: MARK })));
  await world.relay(message);
  await taken(ask("PATCH", `/v1/instances/${instance}/webhook`, webhook));
  await ring(world);
  const [first] = table.partition(keys.event(account, "").pk);
  const event = String(first?.sk);
  const now = clock.now();
  const given: FailedDelivery = {
    event_id: event,
    account_id: account,
    owner: "account",
    instance_id: instance,
    type: "message.received",
    tries: 10,
    status: 500,
    error: MARK,
    created_at: wireTime(now),
    failed_at: now.toISOString(),
    ttl: Math.floor(now.getTime() / 1000) + 30 * 86_400,
  };
  await table.write({ put: { ...keys.failedDelivery(account, "account", event), ...given } });
  world.pass(120);
  const file = { mimetype: "image/png", filename: `${MARK}.png` };
  const fileKey = mediaKey(account, instance, message);
  await world.media.put(fileKey, Buffer.from(MARK), { ...file, maxBytes: 100 });
  const links = { secret: world.deps.fileSecret, clock };
  const token = (await fileLink(links, "", fileKey, file)).slice(SERVED_FROM.length);
  await taken(ask("POST", `/v1/instances/${instance}/labels`, { name: MARK, color: 3 }));
  const note = idOf(await taken(ask("POST", `/v1/instances/${instance}/chats/${TO}/notes`, { text: MARK })));
  const reply = idOf(await taken(ask("POST", "/v1/saved-replies", { shortcut: "first", text: MARK })));
  await tellGroups(world.sessionDeps, world.own, [networkGroup({ subject: MARK })]);
  await knowChannel(world);
  const status = idOf(await taken(ask("POST", `/v1/instances/${instance}/statuses`, { text: MARK, recipients: [TO] })));
  const draft = { instance_id: instance, name: MARK, text: MARK, audience: "recent", draft: true };
  const broadcast = idOf(await taken(ask("POST", "/v1/broadcasts", draft)));
  const asked = { instance_id: instance, channel: "code", phone: TO, brand: MARK, reference: MARK };
  const otp = idOf(await taken(ask("POST", "/v1/otps", asked)));
  const made = idOf(await taken(ask("POST", "/v1/export", {})));
  const rows = { contacts: [{ phone: TO, name: MARK }] };
  const imported = idOf(await taken(ask("POST", `/v1/instances/${instance}/contact-imports`, rows)));
  for (const kind of ["export", "import"]) await table.write({ delete: keys.chore(kind, account) }); // another can begin
  world.pass(60);
  const chats = { chat: TO, contact: TO, group: GROUP, channel: CHANNEL };
  return { ...chats, instance, message, event, token, note, reply, label: "1", status, broadcast, otp, made, imported };
}

/** A channel that the instance has. */
export const CHANNEL = "120363000000000009@newsletter";

/** Records that the instance's channels have been read and that it has one. */
export async function knowChannel({ own, table, clock }: LinkedWorld): Promise<void> {
  const channel = {
    id: CHANNEL,
    name: MARK,
    description: MARK,
    invite: "code",
    verified: false,
    subscribers: 1,
    picture: null,
  };
  await storeChannelList({ table, clock }, own, { channels: [{ ...channel, role: "owner" }], unreadable: [] });
}

/** A ringing call, as named by the walk's requests. */
export const CALL = { id: "CALL1", from: `${TO}@s.whatsapp.net` };

/** Has someone call the instance. */
export async function ring({ own, sessionDeps, clock }: LinkedWorld): Promise<void> {
  const call = { ...CALL, chat_id: CALL.from, phone: TO, is_video: false, at: clock.now() };
  await recordCall(sessionDeps, own, call, false);
}

async function taken<T extends { status: number; text: string }>(asked: Promise<T>): Promise<T> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`The walk's world can't be made: ${answer.status} ${answer.text}`);
  return answer;
}

/** Request counters and a key's last use can change with any request; a refused request must change nothing else. */
const isCounter = ({ sk }: Item) => sk === "RATE" || sk.endsWith("#RATE");
const COUNTED_FIELDS = new Set(["last_used_at", "last_used_from"]);

/** Returns everything stored, without what every request can change: place -> content. */
export function stored(items: readonly Item[]): Map<string, string> {
  const plain = (field: string, value: unknown) => {
    if (COUNTED_FIELDS.has(field)) return undefined;
    return value instanceof Uint8Array || value instanceof Set ? [...value] : value;
  };
  return new Map(
    items.filter((item) => !isCounter(item)).map((item) => [`${item.pk} ${item.sk}`, JSON.stringify(item, plain)]),
  );
}

/** Returns the places where the two differ. */
export function changes(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((place) => before.get(place) !== after.get(place));
}
