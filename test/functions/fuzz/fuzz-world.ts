import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { SERVED_FROM } from "../../../core/contracts/files.ts";
import { ROUTES } from "../../../core/contracts/routes.ts";
import { contentView, type MessageContent } from "../../../core/domain/messages/message-content.ts";
import { wireTime } from "../../../core/domain/wire-time.ts";
import { rateLimiter } from "../../../core/operations/accounts/count-request.ts";
import { createKey, type KeyRequest } from "../../../core/operations/accounts/create-key.ts";
import { answerCommand, claimCommand } from "../../../core/operations/commands/claim-command.ts";
import { fileLink } from "../../../core/operations/files/link-file.ts";
import { createInstance } from "../../../core/operations/instances/create-instance.ts";
import { limitBacklog } from "../../../core/operations/messages/limit-backlog.ts";
import {
  type Command,
  type CommandAnswer,
  type CommandResults,
  SESSION_REFUSALS,
} from "../../../core/records/command.ts";
import { emptyMessage, keptUntil } from "../../../core/records/message.ts";
import { otpRecords } from "../../../core/records/otps/otp.ts";
import { sealProxyUrl } from "../../../core/records/proxy.ts";
import { keys } from "../../../core/store/keys.ts";
import type { SomeWrites, Table } from "../../../core/store/table.ts";
import { matchRoute } from "../../../functions/api/all-routes.ts";
import { useDeps } from "../../../functions/own-deps.ts";
import { someWrites } from "../../support/some-writes.ts";
import { tellGroups } from "../../support/told-groups.ts";
import { gatewayEvent } from "../api-world.ts";
import { idOf, linkedWorld, TO } from "../linked-world.ts";
import type { Placeholder } from "./described-requests.ts";
import type { LoadedApi } from "./every-route.ts";
import { type RawRequest, VALUE_PLACE } from "./odd-requests.ts";
import { CHANNEL, knowChannel, ring } from "./walk-world.ts";

/** A response, and the errors that the handlers logged while creating it. */
export interface FuzzAnswer {
  status: number;
  headers: Record<string, string>;
  text: string | undefined;
  logged: string[];
}

/** The states that an instance can be in when requests arrive. Each new world uses the next one. */
export const VARIANTS = ["linked", "linked", "unlinked", "stopped", "webhook paused", "restricted"] as const;
export type Variant = (typeof VARIANTS)[number];

/** The callers. Most requests use the account's full key. */
export const CALLERS = ["full", "read", "send", "of the instance", "of the sister", "nobody"] as const;
export type FuzzCaller = (typeof CALLERS)[number];

const PROFILE: CommandResults["read_profile"] = { name: "Shop", about: null, picture: null };
const PREVIEW: CommandResults["preview_group"] = {
  id: "120363000000000001@g.us",
  subject: "Tea",
  description: null,
  owner: null,
  owner_phone: null,
  made_at: null,
  size: 2,
  settings: {
    messages_admins_only: false,
    info_admins_only: false,
    add_admins_only: false,
    join_approval: false,
    disappearing_seconds: 0,
  },
  private_ids: false,
  community: false,
  parent: null,
  my_role: null,
};
/** The results of commands that return more than "done". */
const RESULTS: Partial<Record<Command["kind"], unknown>> = {
  pairing_code: { code: "ABCD1234", expires_at: "2026-11-20T09:33:00.000Z" },
  read_passkey: { request: { challenge: "AAAA" }, code: null, sent: false, expires_at: "2026-11-20T09:33:00.000Z" },
  sign_by_passkey: { request: null, code: null, sent: true, expires_at: null },
  check: { on_messenger: true },
  test_proxy: { ok: true, ms: 84 },
  read_profile: PROFILE,
  preview_link: { preview: null },
  change_profile: PROFILE,
  contact_picture: { key: null, mimetype: "image/jpeg", stored_ms: 0, asked_ms: 1 },
  create_channel: { id: CHANNEL },
  preview_channel: { id: CHANNEL, fields: { title: "News", role: "subscriber" } },
  read_posts: { posts: [] },
  read_invite: { code: "INVITEcode0123456789AB" },
  revoke_invite: { code: "INVITEcode0123456789AC" },
  preview_group: PREVIEW,
  join_group: { group: "120363000000000001@g.us", requested: true },
  read_join_requests: { requests: [{ id: "900000000000001@lid", phone: null, requested_at: null }] },
  answer_join_requests: { answers: [] },
  create_group: { group: "120363020000000001@g.us", not_added: [], has_picture: true },
  change_members: { answers: [] },
} satisfies CommandResults;
const PATIENCE_TURNS = 50;
const FENCE = 1;
const STATUS = "sts_01JD3X4Y5Z6A7B8C9D0E1F2G3H";

/** Creates worlds for the fuzzer. Each is a copy of the first world in its own state. */
export const fuzzWorlds = (api: LoadedApi) => {
  let first: ReturnType<typeof firstWorld> | null = null;
  return async (variant: Variant, stored: Table | null = null) => {
    first ??= firstWorld();
    return fuzzWorld(api, await first, variant, stored);
  };
};

/** Creates a small account with one of everything that a request can involve. */
async function firstWorld() {
  const world = await linkedWorld();
  const { deps, table, account, instance, clock } = world;
  const make = async (request: Partial<KeyRequest>) =>
    (await createKey(deps, { account_id: account, kind: "full", ...request }, clock.now())).key;
  const newInstance = async (owner: string) =>
    (
      await createInstance(
        { ...deps, shardCount: 4 },
        { account_id: owner, name: "B", external_ref: null },
        clock.now(),
      )
    ).id;
  const sister = await newInstance(account);
  await table.write({ put: { ...keys.receiving(sister), fence: FENCE } });
  const foreign = await newInstance("acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H");
  const keysOf: Record<FuzzCaller, string> = {
    full: world.key,
    read: await make({ kind: "read" }),
    send: await make({ kind: "send" }),
    "of the instance": await make({ instance_id: instance }),
    "of the sister": await make({ instance_id: sister }),
    nobody: "",
  };
  await world.ask("PATCH", "/v1/webhook", { url: "http://127.0.0.1:8099/hook" });
  await world.ask("PATCH", `/v1/instances/${sister}/webhook`, { url: "http://127.0.0.1:8099/sister" });
  // The proxy is stored directly, because copies of this world have room for only a hundred items.
  const sealed = await sealProxyUrl(deps.vault, { id: instance, account_id: account }, "socks5://127.0.0.1:1080");
  const proxy = { host: "127.0.0.1:1080", last4: null, sealed };
  await table.write({ update: keys.instance(instance), set: { proxy } });
  await tellGroups(world.sessionDeps, world.own);
  const received = await world.receive();
  const sent = idOf(await world.send({ text: "Sent" }));
  await world.relay(sent);
  const waiting = idOf(
    await world.send({ text: "Later", send_at: new Date(clock.now().getTime() + 86_400_000).toISOString() }),
  );
  await world.send({ poll: { name: "Which?", options: ["a", "b"] } });
  await ring(world);
  await tellGroups(world.sessionDeps, world.own);
  await knowChannel(world);
  await postStatus();
  await world.ask("POST", `/v1/instances/${instance}/labels`, { name: "New", color: 1 });
  const inner = [{ label: "Green", outcome: "answer", answer: "3 euros" }];
  const choices = [
    { label: "Teas", outcome: "menu", choices: inner },
    { label: "People", outcome: "handover" },
  ];
  await world.ask("PUT", `/v1/instances/${instance}/menu`, { enabled: true, greeting: "Hello", choices });
  const first = table.partition(keys.event(account, "").pk)[0]?.sk ?? "";
  const page = await world.ask("GET", "/v1/messages?limit=1");
  const cursor = new URL(String((page.body.links as { next: string }).next)).searchParams.get("cursor") ?? "";
  const file = { mimetype: "image/png", filename: null };
  await world.media.put("ACC/file", Buffer.from("abc"), { ...file, maxBytes: 3 });
  const link = (await fileLink({ secret: deps.fileSecret, clock }, "", "ACC/file", file)).slice(SERVED_FROM.length);
  const asked = { instance_id: instance, channel: "code", phone: TO, expires_in: 3_600 };
  const otp = idOf(await world.ask("POST", "/v1/otps", asked));
  world.pass(61);
  // The OTP expires late, because waiting requests move the clock forward.
  await table.write({ update: keys.otp(account, otp), set: { expires_at: "2026-12-20T09:30:00.000Z" } });
  const stored = otpRecords.of(table.peek(keys.otp(account, otp)) ?? { pk: "", sk: "" });
  const ids: Record<Placeholder, string> = {
    instance,
    sister,
    foreign,
    received,
    sent,
    waiting,
    event: first,
    cursor,
    link,
    draft: await makeBroadcast({ draft: true }),
    running: await makeBroadcast({}),
    paused: await makeBroadcast({}),
    otp,
    code: await deps.codes.codeOf(stored),
    saved: idOf(await world.ask("POST", "/v1/saved-replies", { shortcut: "hours", text: "From 9 to 18" })),
    note: idOf(await world.ask("POST", `/v1/instances/${instance}/chats/${TO}/notes`, { text: "Likes green tea" })),
    export: idOf(await world.ask("POST", "/v1/export", {})),
    imported: idOf(
      await world.ask("POST", `/v1/instances/${instance}/contact-imports`, { csv: `phone,name\n${TO},Ana` }),
    ),
  };
  for (const kind of ["export", "import"]) await table.write({ delete: keys.chore(kind, account) }); // another can begin
  await world.ask("POST", `/v1/broadcasts/${ids.paused}/pause`);
  return { world, keysOf, ids };

  async function makeBroadcast(state: object): Promise<string> {
    const body = { instance_id: instance, text: "Hello {name|there}", audience: "recent", ...state };
    return idOf(await world.ask("POST", "/v1/broadcasts", body));
  }

  /** Posts a status with a predictable id. */
  async function postStatus(): Promise<void> {
    const now = clock.now();
    const own = { id: STATUS, account_id: account, ttl: keptUntil(now) };
    const text: MessageContent = { kind: "text", text: "Hello", link_preview: false, mentions: [] };
    const out = { direction: "out", status: "queued", class: "known", created_at: wireTime(now) } as const;
    const message = { ...emptyMessage(), ...contentView(text), ...out, content: text, instance_id: instance, ...own };
    const record = { recipients_count: 1, background_color: null, font: null, ...own };
    await table.write({ put: { ...keys.message(account, STATUS), ...message } });
    await table.write({ put: { ...keys.status(instance, STATUS), ...record } });
  }
}

/**
 * Creates a world for the account. Three times out of four, its instance's session carries out commands immediately.
 * @param stored the table that stores the world while requests arrive, or null to leave it in memory.
 */
async function fuzzWorld(
  api: LoadedApi,
  { world: made, keysOf, ids }: Awaited<ReturnType<typeof firstWorld>>,
  variant: Variant,
  stored: Table | null,
) {
  const { deps, table, account, instance, clock } = await linkedWorld(made);
  const { sister } = ids;
  let asked = 0;
  const perform = ({ kind }: Command): CommandAnswer => {
    const code = SESSION_REFUSALS[Math.floor(asked / 4) % SESSION_REFUSALS.length] ?? "unavailable";
    return asked++ % 4 === 3 ? { ok: false, code, retry_after_sec: 1 } : { ok: true, result: RESULTS[kind] };
  };
  await become(variant);
  const rows = table.all().map((put) => ({ put }));
  for (let at = 0; stored && at < rows.length; at += 100) await stored.transact(someWrites(rows.slice(at, at + 100)));
  const kept = stored ?? table;
  deps.table = { ...bound(kept), transact };
  deps.rates = rateLimiter(deps.table);
  deps.backlog = limitBacklog(deps);

  /** Commands are carried out as soon as they are written, before their writer checks for the answer. */
  async function transact(writes: SomeWrites): Promise<void> {
    await kept.transact(writes);
    for (const write of writes) {
      if (!("put" in write) || !write.put.pk.endsWith("#CMD")) continue;
      const of = write.put.pk.split("#")[1] ?? "";
      if (of !== instance && of !== sister) continue; // one that a request made: no session has taken it up
      const command = await claimCommand({ table: kept, clock }, of, write.put.sk, FENCE);
      if (command) await answerCommand({ table: kept }, of, write.put.sk, FENCE, perform(command));
    }
  }

  async function become(state: Variant): Promise<void> {
    const place = keys.instance(instance);
    if (state === "stopped") await table.write({ update: place, set: { status: "stopped" } });
    if (state === "unlinked") await table.write({ update: place, set: { status: "scan_qr_code", phone: null } });
    if (state === "restricted") await table.write({ update: place, set: { status_reason: "restricted" } });
    const paused = { paused_at: clock.now().toISOString(), paused_reason: "Nothing was accepted for 24 hours." };
    if (state === "webhook paused") await table.write({ update: keys.webhook(account, "account"), set: paused });
  }

  const logged: string[] = [];
  const note = (fields: Record<string, unknown>, message: string) => {
    const { err } = fields;
    logged.push(`${message} ${err instanceof Error ? err.stack : JSON.stringify(fields)}`);
  };
  deps.log = { info: () => undefined, warn: () => undefined, error: note };
  const filled = (text: string) => text.replaceAll(/<<(\w+)>>/g, (all, name: Placeholder) => ids[name] ?? all);

  return {
    clock,

    /** Calls the function that API Gateway would call. The clock keeps running while a request waits. */
    async ask(request: RawRequest, caller: FuzzCaller): Promise<FuzzAnswer> {
      useDeps(deps);
      logged.length = 0;
      const path = filled(request.path);
      const withValue = (body: string) => body.replace(VALUE_PLACE, (place) => request.value ?? place);
      const match = matchRoute(request.method, path);
      const handler = (match.kind === "found" && api.handlers.get(ROUTES[match.id].resource)) || api.notFound;
      const event: APIGatewayProxyEventV2 = {
        ...gatewayEvent(request.method, "", { ...(keysOf[caller] && { key: keysOf[caller] }) }),
        rawPath: path,
        rawQueryString: filled(request.query),
        ...(request.body !== undefined && { body: request.binary ? request.body : withValue(filled(request.body)) }),
        isBase64Encoded: request.binary,
      };
      event.headers = { ...event.headers, ...request.headers };
      let isOver = false;
      const answer = handler(event, {} as Context).finally(() => {
        isOver = true;
      });
      for (let turn = 0; !isOver; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
        if (turn > PATIENCE_TURNS) clock.moveTo(new Date(clock.now().getTime() + 5_000));
      }
      const { statusCode = 0, headers = {}, body } = await answer;
      const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      return { status: statusCode, headers: Object.fromEntries(texts), text: body, logged: [...logged] };
    },
  };
}

const bound = (table: Table): Table => ({
  get: (key) => table.get(key),
  getMany: (all) => table.getMany(all),
  query: (range) => table.query(range),
  write: (write) => table.write(write),
  transact: (writes) => table.transact(writes),
});

export type FuzzWorld = Awaited<ReturnType<typeof fuzzWorld>>;
