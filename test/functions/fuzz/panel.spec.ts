import { randomInt } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import * as z from "zod";
import { dynamoTable } from "../../../core/aws/dynamo-table.ts";
import { ErrorAnswer } from "../../../core/contracts/error-answer.ts";
import { PANEL_ROUTES, type PanelRouteId } from "../../../core/contracts/panel/panel-routes.ts";
import { rateLimiter } from "../../../core/operations/accounts/count-request.ts";
import { keepDraft } from "../../../core/operations/drafts/keep-draft.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { useDeps } from "../../../functions/own-deps.ts";
import { ownRoutes } from "../../../functions/panel-api/index.ts";
import { startEmulators } from "../../../local/aws/emulators.ts";
import { createInfrastructure } from "../../../local/system/infrastructure.ts";
import { times } from "../../run/how-long.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { someWrites } from "../../support/some-writes.ts";
import { runningClock } from "../../support/test-clock.ts";
import { apiWorld } from "../api-world.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "../panel/panel-world.ts";
import type { ValidRequest } from "./described-requests.ts";
import { oddRequests, type RawRequest } from "./odd-requests.ts";

// Requests to the panel's own routes, most of them with a fault, must never cause a 5xx or an undocumented response.
// For a longer search, run TEST_TIMES=500 FUZZ_SEED=random npx vitest run test/functions/fuzz/panel.spec.ts.

const RUNS = times(2_000);
const SEED = process.env.FUZZ_SEED === "random" ? randomInt(2 ** 31) : Number(process.env.FUZZ_SEED ?? 20_261_124);
const RUNS_PER_WORLD = 150;

/** Valid bodies, by route. Text within `<< >>` is a placeholder for an id in the world. */
const BODIES: Partial<Record<PanelRouteId, object[]>> = {
  "panel.me.update": [
    { name: "Ana", language: "pt", theme: "dark", timezone: "America/Sao_Paulo" },
    { name: null, language: null, timezone: null },
  ],
  "panel.me.choose_account": [{ account_id: "<<second>>" }, { account_id: "<<foreign>>" }],
  "panel.accounts.open": [{ name: "Bea's Bakery" }],
  "panel.account.update": [{ name: "Shop", contact_email: "ana@example.com" }, { contact_email: null }],
  "panel.members.update": [{ role: "viewer" }, { role: "admin" }],
  "panel.invites.create": [
    { email: "<<email>>", role: "member" },
    { email: "bea@example.com", role: "admin" },
  ],
  "panel.invites.accept": [{ token: "wrong" }, { token: "<<token>>" }],
  "panel.keys.create": [
    { name: "Shop", kind: "full" },
    {
      name: "Shop",
      kind: "send",
      instance_id: "<<instance>>",
      allowed_ips: ["203.0.113.7", "2001:db8::/32"],
      mcp_confirm: true,
      mcp_sends_per_hour: 5,
      mcp_first_messages_per_day: 0,
    },
  ],
  "panel.uploads.create": [{ mimetype: "video/mp4", filename: "a.mp4", size_bytes: 5_000_000, sha256: "a".repeat(64) }],
  "panel.answering": [{ instance_id: "<<instance>>", chat_id: "5511999990001" }],
  "panel.link_preview": [{ instance_id: "<<instance>>", link: "https://shop.example/" }],
  "panel.event_list.update": [{ events: ["message.received"] }, { events: null }],
};
/** Placeholders for the id in a path, by the first word of the route. */
const IDS: Record<string, string[]> = {
  members: ["<<member>>", "<<stranger>>"],
  invites: ["<<invite>>"],
  keys: ["<<key>>"],
  drafts: ["<<draft>>", "<<other_draft>>"],
  me: ["<<session>>"],
  instances: ["<<instance>>", "<<theirs>>"],
  deliveries: ["<<event>>"],
};
const QUERIES: Partial<Record<PanelRouteId, [string, string][][]>> = {
  "panel.live": [
    [["instance_id", "<<instance>>"]],
    [["since", "2026-11-20T09:00:00Z"]],
    [["age", "60"]],
    [["watch[]", "<<event>>"]],
    [],
  ],
  "panel.figures": [
    [
      ["from", "2026-11-01"],
      ["to", "2026-11-20"],
    ],
    [
      ["from", "2026-11-20"],
      ["to", "2026-11-20"],
      ["instance_id", "<<instance>>"],
    ],
  ],
  "panel.news": [[["since", "2026-11-20T09:00:00Z"]], []],
  "panel.quiet": [[["since", "2026-11-20T09:00:00Z"]], []],
  "panel.protection_days": [[["days", "7"]], []],
  "panel.new_chat": [[["phone", "5511999990001"]], [["phone", "201012345678"]]],
};

/** The API's errors, and an error that exists only in the panel. */
const PanelError = z.union([ErrorAnswer, z.strictObject({ message: z.string(), code: z.literal("role_not_allowed") })]);

/** The index, among a world's people, of the person who is sent the invitation. */
const INVITED = 4;

const SERVED = new Map(ownRoutes.map((one) => [one.id, one]));
const IDS_OF_ROUTES = [...SERVED.keys()];
afterAll(() => useDeps(null));

const valid = fc.oneof(
  ...IDS_OF_ROUTES.flatMap((id) => {
    const { method, path } = PANEL_ROUTES[id];
    const named = /\{\w+\}/.test(path) ? (IDS[path.split("/")[1] ?? ""] ?? []) : [""];
    const bodies = BODIES[id] ?? [method === "GET" || method === "DELETE" ? undefined : {}];
    const queries = QUERIES[id] ?? [[]];
    return named.map((name) =>
      fc.record({
        operation: fc.constant({ id, method }),
        path: fc.constant(path.replace(/\{\w+\}/, name)),
        query: fc.constantFrom(...queries),
        headers: fc.constant({}),
        body: fc.constantFrom(...bodies),
      }),
    );
  }),
) as unknown as fc.Arbitrary<ValidRequest>; // whose operation is one of the interface's; only its id and method are read

/** Creates a small account with a team and everything that the panel's routes work with. */
async function panelFuzzWorld(stored: Table | null) {
  const table = new MemoryTable();
  const world = panelWorld(apiWorld(table));
  let mailed = "";
  world.deps.mail = {
    async send({ text }) {
      mailed = /\/join#([\w-]+)/.exec(text)?.[1] ?? "";
    },
  };
  const account = await world.account();
  const admin = await world.signedIn(account, "admin");
  const people: SignedIn[] = [
    ...[admin, await world.signedIn(account, "member"), await world.signedIn(account, "viewer")],
    ...[
      await world.signedIn(null),
      await world.signedIn(null, "viewer", "cleo@example.com"),
      { user: "", cookie: "x" },
    ],
  ];
  const idOf = async (path: string, body: object) =>
    ((await world.panel("POST", path, { ...admin, body })).body.data as { id: string }).id;
  const second = await world.account();
  const theirs = await world.account();
  const ids: Record<string, string> = {
    ...{ second, foreign: theirs, email: "new@example.com", event: "evt_01JD3X4Y5Z6A7B8C9D0E1F2G3H" },
    instance: await world.instance(account),
    theirs: await world.instance(theirs),
    member: people[1]?.user ?? "",
    stranger: (await world.signedIn(theirs)).user,
    key: await idOf("/keys", { name: "Shop", kind: "read" }),
    invite: await idOf("/invites", { email: "cleo@example.com", role: "member" }),
    session: ((await world.panel("GET", "/me/sessions", admin)).body.data as { id: string }[])[0]?.id ?? "",
  };
  ids.token = mailed;
  const number = (await table.get(keys.instance(ids.instance ?? ""))) as unknown as InstanceRecord; // an instance's row
  const text = { kind: "text" as const, text: "Hello", link_preview: false, mentions: [] };
  const draft = {
    instance: number,
    key_id: ids.key ?? "",
    chat_id: null,
    content: text,
    reply_to: null,
    send_at: null,
  };
  for (const name of ["draft", "other_draft"]) {
    const asked = { ...draft, to: "5511999990001", idempotency_key: name };
    ids[name] = (await keepDraft(world.deps, asked)).id;
  }
  const membership = { user_id: admin.user, role: "viewer", email: "ada@example.com", name: null, joined_at: "x" };
  await table.write({ put: { ...keys.accountUser(second, admin.user), ...membership } });
  await table.write({ put: { ...keys.userAccount(admin.user, second) } });
  if (stored) {
    await stored.transact(someWrites(table.all().map((put) => ({ put }))));
    world.deps.table = stored;
    world.deps.rates = rateLimiter(stored);
  }
  const logged: string[] = [];
  const note = (fields: Record<string, unknown>, message: string) => {
    logged.push(`${message} ${fields.err instanceof Error ? fields.err.stack : JSON.stringify(fields)}`);
  };
  world.deps.log = { info: () => undefined, warn: () => undefined, error: note };
  return { world, people, ids, logged };
}

const filled = (text: string, ids: Record<string, string>) =>
  text.replaceAll(/<<(\w+)>>/g, (all, name: string) => ids[name] ?? all);

function faultsOf(id: PanelRouteId, { status, text, headers }: Awaited<ReturnType<PanelWorld["panel"]>>): string[] {
  if (status >= 500) return [`${id} answers ${status}.`];
  if (headers["Cache-Control"] !== "no-store") return [`${id} may be kept: ${headers["Cache-Control"]}.`];
  if (status >= 400) {
    const read = PanelError.safeParse(JSON.parse(text));
    return read.success ? [] : [`${id}: ${z.prettifyError(read.error)}`];
  }
  const response = SERVED.get(id)?.definition.responses[status];
  if (!response) return [`${id} answers ${status}, which it does not describe.`];
  if (!response.schema) return text === "" ? [] : [`${id} has a body with ${status}.`];
  const read = z.strictObject({ data: response.schema }).safeParse(JSON.parse(text));
  return read.success ? [] : [`${id}: ${z.prettifyError(read.error)}`];
}

it(`answers ${RUNS} requests to the panel's own routes, and none with a 5xx`, () => fuzz(RUNS, SEED, null));

it("the same over the embedded database, which has limits of its own", async () => {
  const emulators = await startEmulators({ clock: runningClock(), dataDir: null });
  try {
    Object.assign(process.env, emulators.env);
    const { TABLE_NAME = "" } = await createInfrastructure(null);
    await fuzz(Math.ceil(RUNS / 10), SEED + 1, dynamoTable(TABLE_NAME));
  } finally {
    await emulators.stop();
  }
});

async function fuzz(numRuns: number, seed: number, stored: Table | null): Promise<void> {
  let made: Awaited<ReturnType<typeof panelFuzzWorld>> | null = null;
  let runs = 0;
  const seen = new Map<string, Set<number>>();
  const who = fc.oneof({ weight: 7, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(5) });
  const property = fc.asyncProperty(oddRequests(valid), who, async (asked: RawRequest, index) => {
    if (made === null || runs % RUNS_PER_WORLD === 0) made = await panelFuzzWorld(stored);
    runs++;
    const { world, people, ids, logged } = made;
    logged.length = 0;
    world.clock.moveTo(new Date(world.clock.now().getTime() + 1_000));
    const path = `${filled(asked.path, ids)}?${filled(asked.query, ids)}`;
    const body = asked.body === undefined ? {} : { body: asked.binary ? asked.body : filled(asked.body, ids) };
    const answer = await world.panel(asked.method, path, {
      // The invitation is addressed to a particular person, so only that person can accept it.
      ...people[asked.from === "panel.invites.accept" && index === 0 ? INVITED : index],
      ...body,
      headers: asked.headers,
    });
    const id = asked.from as PanelRouteId; // of the table above
    seen.set(id, (seen.get(id) ?? new Set()).add(answer.status));
    // If the path or method is not the route's own, only the status is checked.
    const isOwn = asked.method === PANEL_ROUTES[id].method && !/[^\w/<>-]/.test(asked.path);
    const faults = answer.status < 400 && !isOwn ? [] : faultsOf(id, answer);
    expect([...faults, ...logged], `${asked.method} ${path} ${asked.body}: ${answer.text}`).toEqual([]);
  });
  await fc.assert(property, { numRuns, seed });
  if (process.env.FUZZ_VERBOSE) for (const [id, all] of seen) console.log(id, [...all].sort().join(" "));
  if (stored) return;
  // If all its requests are refused, a fuzzer finds nothing.
  for (const [id, all] of seen) expect([id, [...all].some((status) => status < 400)]).toEqual([id, !NEVER.has(id)]);
  expect([...seen.keys()].sort()).toEqual([...IDS_OF_ROUTES].sort());
}

/** Routes that accept a request only if there is a delivery, or a person without any data yet. */
const NEVER = new Set<string>(["panel.deliveries.get", "panel.link_preview"]);
