import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import {
  MOUNTED_ROUTES,
  PANEL_ROUTES,
  type PanelRouteId,
  type PanelRouteRow,
} from "../../../core/contracts/panel/panel-routes.ts";
import { ROLES, type Role } from "../../../core/contracts/panel/roles.ts";
import type { RouteRow } from "../../../core/contracts/route-tables.ts";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import { endSessionsOf } from "../../../core/operations/users/end-session.ts";
import { mountedRoutes } from "../../../functions/panel-api/index.ts";
import { described, type ValidRequest, validRequests } from "../fuzz/described-requests.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

/** One route of the panel. `path` is relative to /panel-api. */
interface Walked {
  id: string;
  method: string;
  path: string;
  role: Role | "signed_in";
}

const own = (Object.entries(PANEL_ROUTES) as [PanelRouteId, PanelRouteRow][]).map(([id, row]) => ({ id, ...row }));
const mounted = (Object.entries(MOUNTED_ROUTES) as [RouteId, Role | null][]).flatMap(([id, role]) =>
  role === null ? [] : [{ id, ...(ROUTES[id] as RouteRow), role }],
);
const WALK: Walked[] = [...own, ...mounted].map(({ id, method, path, role }) => ({ id, method, path, role }));

const RANK: Record<Role, number> = { viewer: 0, member: 1, admin: 2 };

/** The number of requests generated from each description. Some of them are accepted. */
const SAMPLES = 40;
/** Routes whose request names nothing that belongs to an account. */
const OF_NOBODY = ["instances.create", "webhook.update", "saved_replies.create"];

let world: PanelWorld;
let account: string;
let instance: string;
let foreign: Record<string, string>;
const people = new Map<string, SignedIn>();

/** Fills in ids that don't exist, except for the instance, which exists. */
function filled(path: string, named: Record<string, string> = {}): string {
  const defaults: Record<string, string> = {
    id: path.includes("/instances/") ? instance : "none_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
    chat: "5511999990001",
    contact: "5511999990001",
    group: "120363000000000000@g.us",
    channel: "120363000000000000@newsletter",
    label: "1",
    status: "sts_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
    event_id: "evt_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
    user: "usr_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => named[name] ?? defaults[name] ?? "x");
}

const bodyFor = (method: string) => (method === "GET" || method === "DELETE" ? {} : { body: {} });

beforeAll(async () => {
  world = panelWorld();
  account = await world.account();
  instance = await world.instance(account);
  for (const role of ROLES) people.set(role, await world.signedIn(account, role));
  people.set("nobody's", await world.signedIn(null));
  const theirs = await world.account();
  const stranger = await world.signedIn(theirs, "admin");
  foreign = { id: await world.instance(theirs), user: stranger.user };
});

describe("every route of the panel", () => {
  it.each(WALK)("$method $path: nobody without a session", async ({ method, path }) => {
    const { key } = await world.key(account);
    for (const ask of [{}, { key }, { cookie: "x" }]) {
      const { status, body } = await world.panel(method, filled(path), { ...ask, ...bodyFor(method) });
      expect({ status, code: body.code }).toEqual({ status: 401, code: "unauthenticated" });
    }
  });

  it.each(WALK)("$method $path: $role and whoever may more, nobody else", async ({ method, path, role }) => {
    for (const [name, { cookie }] of people) {
      // Every request is refused before anything is looked up or done, because the body is empty and the ids don't
      // exist.
      const { status, body } = await world.panel(method, filled(path), { cookie, ...bodyFor(method) });
      const may = role === "signed_in" || (name !== "nobody's" && RANK[name as Role] >= RANK[role]);
      const isOwnLeave = path === "/members/{user}" && method === "DELETE" && name !== "admin";
      if (may && !isOwnLeave) expect([401, 403], `${name}: ${JSON.stringify(body)}`).not.toContain(status);
      else expect({ name, status, code: body.code }).toEqual({ name, status: 403, code: "role_not_allowed" });
    }
  });

  it.each(WALK.filter(({ path }) => /\{(id|user)\}/.test(path)))(
    "$method $path: another account's ids are as if they were not there",
    async ({ method, path }) => {
      const { cookie } = people.get("admin") as SignedIn;
      const { status } = await world.panel(method, filled(path, foreign), { cookie, ...bodyFor(method) });
      expect([404, 422]).toContain(status);
    },
  );

  it.each(WALK.filter(({ path }) => path.includes("{")))(
    "$method $path: a parameter longer than any id is of nothing",
    async ({ method, path }) => {
      const { cookie } = people.get("admin") as SignedIn;
      world.clock.moveTo(new Date(world.clock.now().getTime() + MINUTE_MS)); // more requests than a minute may have
      const asked = path.replaceAll(/\{\w+\}/g, "x".repeat(300));
      const { status } = await world.panel(method, asked, { cookie, ...bodyFor(method) });
      expect([404, 422]).toContain(status);
    },
  );

  it.each(WALK.filter(({ method }) => method !== "GET"))(
    "$method $path: nothing that another site's page asks for",
    async ({ method, path }) => {
      const { cookie } = people.get("admin") as SignedIn;
      const headers = { "sec-fetch-site": "cross-site" };
      const { status, body } = await world.panel(method, filled(path), { cookie, headers, ...bodyFor(method) });
      expect({ status, code: body.code }).toEqual({ status: 400, code: "bad_request" });
    },
  );
});

describe("every route of the panel that takes a body", () => {
  const { operations, named } = described(mountedRoutes);
  const taking = operations.filter(({ body }) => body !== undefined && body !== null);

  it.each(taking.map((one) => [`${one.method} ${one.path}`, one] as const))(
    "%s: another account's ids are as if they were not there, with a body that would be taken",
    async (_, one) => {
      const names = [...JSON.stringify(fc.sample(validRequests(one, named), SAMPLES)).matchAll(/<<(\w+)>>/g)];
      if (names.length === 0) return expect(OF_NOBODY).toContain(one.id);
      const { cookie } = people.get("admin") as SignedIn;
      world.clock.moveTo(new Date(world.clock.now().getTime() + MINUTE_MS)); // more requests than a minute may have
      const answers: number[] = [];
      for (const request of fc.sample(validRequests(one, named), { numRuns: SAMPLES, seed: 7 })) {
        if (!JSON.stringify(request).includes("<<")) continue; // it names nobody's, such as an export of one's own account
        const theirs = JSON.parse(JSON.stringify(request).replaceAll(/<<\w+>>/g, foreign.id ?? "")) as ValidRequest;
        const query = theirs.query.length > 0 ? `?${new URLSearchParams(theirs.query)}` : "";
        const { status } = await world.panel(one.method, `${theirs.path}${query}`, { cookie, body: theirs.body ?? {} });
        answers.push(status);
      }
      // Some requests are refused because of their contents.
      expect([...new Set(answers)].filter((status) => status !== 422)).toEqual([404]);
    },
  );
});

describe("a person in the panel", () => {
  it("may ask 300 times a minute, which counts for nothing of the plan", async () => {
    const asker = await world.signedIn(account, "viewer");
    const answers = await Promise.all(Array.from({ length: 301 }, () => world.panel("GET", "/account", asker)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    const [refused] = answers.filter(({ status }) => status === 429);
    expect(refused?.body.code).toBe("rate_limited");
    expect(Number(refused?.headers["Retry-After"])).toBeGreaterThan(0);
    const { body } = await world.panel("GET", "/usage", people.get("admin"));
    expect(body.data).toMatchObject({ requests: { used: 0 } });
  });

  it("is of no use for a suspended account, but for what is the person's own", async () => {
    const theirs = await world.account();
    const ana = await world.signedIn(theirs, "admin");
    await world.table.write({ update: { pk: `ACC#${theirs}`, sk: "ACCOUNT" }, set: { status: "suspended" } });
    for (const { method, path, role } of WALK) {
      if (role === "signed_in") continue;
      const { status, body } = await world.panel(method, filled(path), { ...ana, ...bodyFor(method) });
      expect({ method, path, status, code: body.code }).toEqual({
        method,
        path,
        status: 403,
        code: "account_suspended",
      });
    }
    expect((await world.panel("GET", "/me", ana)).status).toBe(200);
  });

  it("ends everywhere at once", async () => {
    const ana = await world.signedIn(account, "member");
    await endSessionsOf(world.table, ana.user);
    for (const { method, path } of WALK)
      expect((await world.panel(method, filled(path), { ...ana, ...bodyFor(method) })).status).toBe(401);
  });
});
