import { expect, it } from "vitest";
import { MOUNTED_ROUTES, PANEL_ROUTES } from "../../../core/contracts/panel/panel-routes.ts";
import type { Role } from "../../../core/contracts/panel/roles.ts";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import { worldOf } from "../api-world.ts";
import { parametersOf, QUERIES, type WalkWorld, walkWorlds } from "../fuzz/walk-world.ts";
import { idOf } from "../linked-world.ts";
import { PANEL_URL, panelWorld } from "./panel-world.ts";

// The routes for viewers. A user with this role gets the same responses as a read-only key, field by field.

const FOR_VIEWERS = (Object.entries(MOUNTED_ROUTES) as [RouteId, Role | null][])
  .filter(([, role]) => role === "viewer")
  .map(([id]) => id);

const walkWorld = walkWorlds();

/** Creates the world for the walk, plus an open link for its OTP. */
async function worldWithLink(): Promise<WalkWorld> {
  const world = await walkWorld();
  const made = await world.ask("POST", "/v1/otps", { instance_id: world.instance, channel: "link" });
  expect(made.body).toMatchObject({ data: { code: expect.any(String) } });
  return { ...world, ids: { ...world.ids, otp: idOf(made) } };
}

function pathOf(id: RouteId, ids: WalkWorld["ids"]): string {
  let path: string = ROUTES[id].path;
  for (const [name, what] of parametersOf(id)) path = path.replace(`{${name}}`, ids[what]);
  const query = new URLSearchParams(QUERIES[id]);
  return query.size > 0 ? `${path}?${query}` : path;
}

const apiAsk = (world: WalkWorld, method: string, path: string) =>
  worldOf(world.deps, world.clock).ask(method, path, { key: world.callers.read });

it.each(FOR_VIEWERS)("%s shows a viewer what it shows a key that may only read", async (id) => {
  const world = await worldWithLink();
  const { panel, signedIn } = panelWorld(worldOf(world.deps, world.clock));
  const { cookie } = await signedIn(world.account, "viewer");
  const refusing = async () => ({ ok: false, code: "messenger_refused" }) as const;
  const path = pathOf(id, world.ids);
  const method = ROUTES[id].method;

  const [key, viewer] = await world.withSession(refusing, () =>
    world.answerOf(Promise.all([apiAsk(world, method, path), panel(method, path, { cookie })])),
  );

  const same = JSON.parse(viewer.text.replaceAll(`${PANEL_URL}/panel-api`, world.deps.env.BASE_URL));
  expect({ status: viewer.status, body: same }).toEqual({ status: key.status, body: key.body });
});

/** The only format allowed for times in responses. */
const WIRE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;
/** A cursor isn't a time that people read. The next request sends it as `since`, so it is exact to the millisecond. */
const CURSORS = /"next":"[^"]*"/;

it("every time of every answer to the panel has one form", async () => {
  const world = await worldWithLink();
  const { panel, signedIn } = panelWorld(worldOf(world.deps, world.clock));
  const { cookie } = await signedIn(world.account, "admin");
  const own = Object.values(PANEL_ROUTES).filter(({ method }) => method === "GET");
  const paths = [
    ...own.map(({ path }) => path.replace("{id}", world.instance).replace("{event_id}", world.ids.event)),
    ...FOR_VIEWERS.map((id) => pathOf(id, world.ids)),
    "/v1/webhook",
    "/v1/webhook/deliveries",
    "/v1/activity",
  ];
  const refusing = async () => ({ ok: false, code: "messenger_refused" }) as const;

  const others: string[] = [];
  let times = 0;
  for (const path of paths) {
    const { text } = await world.withSession(refusing, () => world.answerOf(panel("GET", path, { cookie })));
    for (const [, time = ""] of text.replace(CURSORS, "").matchAll(/"(\d{4}-\d\d-\d\dT[^"\\]*)"/g)) {
      times++;
      if (!WIRE_TIME.test(time)) others.push(`${path}: ${time}`);
    }
  }

  expect(times).toBeGreaterThan(50);
  expect(others).toEqual([]);
});

it("an open link's code is for people who may send", async () => {
  const world = await worldWithLink();
  const { panel, signedIn } = panelWorld(worldOf(world.deps, world.clock));
  const seen = async (role: Role) => {
    const { cookie } = await signedIn(world.account, role);
    const { body } = await panel("GET", `/v1/otps/${world.ids.otp}`, { cookie });
    return body.data;
  };

  expect(await seen("viewer")).toMatchObject({ status: "pending", code: null, link: null, qr: null });
  expect(await seen("member")).toMatchObject({ code: expect.any(String), link: expect.any(String) });
  expect(await seen("admin")).toMatchObject({ code: expect.any(String), link: expect.any(String) });
});
