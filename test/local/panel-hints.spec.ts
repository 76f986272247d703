import { Duplex } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { PANEL_LIMITS } from "../../core/contracts/panel/panel-limits.ts";
import { HINTS_PATH } from "../../core/contracts/sockets.ts";
import { endSessionsOf } from "../../core/operations/users/end-session.ts";
import { changedSign } from "../../core/records/chats/team-sign.ts";
import { keys } from "../../core/store/keys.ts";
import type { Item, Key } from "../../core/store/table.ts";
import { hintsOpener } from "../../functions/panel-api/open-hints.ts";
import { type ApiServer, startApiServer } from "../../local/system/api-server.ts";
import { PanelHints } from "../../local/system/panel-hints.ts";
import { publicFront, type RequestFront, thisMachinesFront } from "../../local/system/public-front.ts";
import { panelWorld, type SignedIn } from "../functions/panel/panel-world.ts";
import { eventually } from "../support/eventually.ts";
import { askUpgrade } from "../support/stream-client.ts";

const servers: ApiServer[] = [];
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  for (const server of servers.splice(0)) await server.stop();
});

/** Converts an item to the format in which the embedded table reports it. */
const wire = (item: Item | Key | undefined) =>
  item &&
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, typeof value === "string" ? { S: value } : { N: `${value}` }]),
  );

/** A page that receives hints. `frames` contains everything sent to it except pings. */
interface HearingClient {
  frames: unknown[];
  pings(): number;
  code(): number | null;
  send(data: string): void;
}

/** Creates a gateway's hints on top of an in-memory table. Only the test advances its clock. */
async function newWorld(front: RequestFront = thisMachinesFront) {
  const world = panelWorld();
  const account = await world.account();
  const instance = await world.instance(account);
  const mel = await world.signedIn(account, "viewer");
  const hints = new PanelHints({
    clock: world.clock,
    log: world.deps.log,
    table: () => world.table,
    decide: hintsOpener(() => world.deps),
  });
  const fallback = async () => ({ statusCode: 404 });
  const server = await startApiServer({ port: 0, clock: world.clock, fallback, routes: [], sockets: [hints], front });
  servers.push(server);
  world.deps.env.PANEL_URL = server.url;
  const pass = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));
  const headersOf = ({ cookie }: SignedIn) => ({ cookie: `session=${cookie}`, origin: server.localUrl });

  async function hear(person: SignedIn = mel): Promise<HearingClient> {
    const socket = new WebSocket(`${server.localUrl.replace("http", "ws")}${HINTS_PATH}`, {
      headers: headersOf(person),
    });
    sockets.push(socket);
    const all: { kind: string }[] = [];
    let code: number | null = null;
    socket.addEventListener("message", ({ data }) => all.push(JSON.parse(String(data))));
    socket.addEventListener("close", (event) => {
      code = event.code;
    });
    const client = {
      get frames() {
        return all.filter(({ kind }) => kind !== "ping");
      },
      pings: () => all.filter(({ kind }) => kind === "ping").length,
      code: () => code,
      send: (data: string) => socket.send(data),
    };
    await eventually("the page to hear", () => {
      if (code !== null) throw new Error("The connection was refused.");
      return client.frames.length > 0;
    });
    return client;
  }

  async function refused(headers: Record<string, string>) {
    const answer = await askUpgrade(server.localUrl, HINTS_PATH, null, headers);
    if (answer instanceof Duplex) throw new Error("The connection was opened.");
    return answer;
  }

  /** Reports a change as the embedded table does. */
  const commit = (after: Item | Key | undefined, before?: Item | Key) =>
    hints.committed([{ before: wire(before), after: wire(after) }]);
  const message = (of = account) => commit(keys.message(of, "msg_1"));
  return { world, account, instance, mel, pass, hear, refused, headersOf, commit, message, server };
}

const OPEN = { kind: "open" };
const CHATS = { kind: "changed", areas: ["chats"] };
const told = (client: HearingClient, frames: unknown[]) =>
  eventually("the hints", () => client.frames.length >= frames.length).then(() =>
    expect(client.frames).toEqual(frames),
  );

describe("a page that hears of changes", () => {
  it("is told at once that a message came or changed, and not what", async () => {
    const { hear, message } = await newWorld();
    const client = await hear();
    message();
    await told(client, [OPEN, CHATS]);
  });

  it("is told at most once a second, of everything in between together", async () => {
    const { hear, message, pass, commit, instance } = await newWorld();
    const client = await hear();
    message();
    await told(client, [OPEN, CHATS]);
    for (let n = 0; n < 5; n++) message();
    commit(keys.note(instance, "5511999990001", "note_1"));
    await told(client, [OPEN, CHATS]);
    pass(0.5);
    expect(client.frames).toHaveLength(2);
    await eventually("the account of the number", () => {
      pass(0.6);
      return client.frames.length > 2 && JSON.stringify(client.frames).includes("notes");
    });
  });

  it("is told of a colleague's change, a number's state and a chat that moved, and of nothing that no answer shows", async () => {
    const { hear, commit, instance, pass, world } = await newWorld();
    const client = await hear();
    const row = { ...keys.instance(instance), status: "working" };
    const chat = { ...keys.person(instance, "5511999990001"), gsi2sk: "a" };
    const next = async () => {
      const before = client.frames.length;
      await eventually("a hint", () => client.frames.length > before);
      pass(2);
    };
    const sign = changedSign(instance, "5511999990001", world.clock.now());
    commit("put" in sign ? sign.put : undefined);
    await next();
    commit({ ...row, status: "stopped" }, row);
    await next();
    commit({ ...chat, gsi2sk: "b" }, chat);
    await next();
    expect(client.frames).toEqual([OPEN, CHATS, CHATS, CHATS]);

    commit({ ...row, seen: "later" }, row);
    commit({ ...chat, nickname: "Ana" }, chat);
    commit(keys.sending(instance));
    commit(undefined, chat);
    await next();
    expect(client.frames).toHaveLength(5);
  });

  it("hears nothing of another account", async () => {
    const { world, hear, message, pass } = await newWorld();
    const other = await world.account();
    const stranger = await hear(await world.signedIn(other, "admin"));
    const client = await hear();
    message();
    await told(client, [OPEN, CHATS]);
    pass(2);
    message(other);
    await told(stranger, [OPEN, CHATS]);
    expect(client.frames).toEqual([OPEN, CHATS]);
  });

  it("is pinged, and closed if it says anything", async () => {
    const { hear, pass } = await newWorld();
    const client = await hear();
    pass(PANEL_LIMITS.hintCheckSec + 1);
    await eventually("a ping", () => client.pings() > 0);
    client.send("hello");
    await eventually("the end", () => client.code() === 1003);
  });
});

describe("the right to hear of changes", () => {
  it("ends with the session: what is committed after sign-out is not told", async () => {
    const { world, hear, mel, message, commit } = await newWorld();
    const client = await hear();
    const { hmac } = await sessionOf(world, mel);
    await endSessionsOf(world.table, mel.user);
    commit(undefined, keys.session(hmac));
    message();
    await eventually("the end", () => client.code() === 1008);
    expect(client.frames).toEqual([OPEN]);
  });

  it("ends within ten seconds if nobody told that it did", async () => {
    const { world, hear, mel, pass } = await newWorld();
    const client = await hear();
    await endSessionsOf(world.table, mel.user);
    pass(PANEL_LIMITS.hintCheckSec + 1);
    await eventually("the end", () => client.code() === 1008);
  });

  it.each([
    ["a member who was removed", (account: string, user: string) => ({ delete: keys.accountUser(account, user) })],
    ["a suspended account", (account: string) => ({ update: keys.account(account), set: { status: "suspended" } })],
  ])("ends for %s", async (_, write) => {
    const { world, account, mel, hear, commit, message } = await newWorld();
    const client = await hear();
    await world.table.write(write(account, mel.user));
    commit(keys.account(account));
    commit(undefined, keys.accountUser(account, mel.user));
    message();
    await eventually("the end", () => client.code() === 1008);
    expect(client.frames).toEqual([OPEN]);
  });

  it("is refused without a session, from another site's page, and without a page at all", async () => {
    const { refused, headersOf, mel } = await newWorld();
    const own = headersOf(mel);
    expect(await refused({ origin: own.origin })).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    expect(await refused({ cookie: own.cookie })).toMatchObject({ status: 400, body: { code: "bad_request" } });
    for (const origin of ["https://evil.example", "http://localhost:1", "null"]) {
      expect(await refused({ ...own, origin }), origin).toMatchObject({ status: 400, body: { code: "bad_request" } });
    }
  });

  it("is for pages of the public address alone on a gateway for a team, through its proxy", async () => {
    const url = new URL("https://gw.example.com");
    const { server, mel } = await newWorld(publicFront({ url, trustedProxies: [] }));
    const asked = { host: url.host, cookie: `__Host-session=${mel.cookie}`, "x-forwarded-for": "203.0.113.9" };
    const ask = (more: Record<string, string>) =>
      askUpgrade(server.localUrl, HINTS_PATH, null, { ...asked, "x-forwarded-proto": "https", ...more });
    const socket = await ask({ origin: url.origin });
    expect(socket).toBeInstanceOf(Duplex);
    if (socket instanceof Duplex) socket.destroy();
    for (const origin of ["https://evil.example", "http://gw.example.com", server.localUrl])
      expect(await ask({ origin }), origin).toMatchObject({ status: 403 });
    expect(await ask({ origin: url.origin, host: "evil.example" })).toMatchObject({ status: 421 });
    expect(await ask({})).toMatchObject({ status: 400 });
  });

  it("is refused to a person of no account, and to a suspended account", async () => {
    const { world, account, refused, headersOf, mel } = await newWorld();
    const nobody = await world.signedIn(null);
    expect(await refused(headersOf(nobody))).toMatchObject({ status: 403, body: { code: "role_not_allowed" } });
    await world.table.write({ update: keys.account(account), set: { status: "suspended" } });
    expect(await refused(headersOf(mel))).toMatchObject({ status: 403, body: { code: "account_suspended" } });
  });

  it("is one person's for ten windows, and another person's all the same", async () => {
    const { world, account, hear, refused, headersOf, mel } = await newWorld();
    const clients: HearingClient[] = [];
    for (let n = 0; n < PANEL_LIMITS.hintConnectionsMax; n++) clients.push(await hear());
    expect(await refused(headersOf(mel))).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    await hear(await world.signedIn(account, "member"));
    sockets[0]?.close();
    await eventually("a place", () => clients[0]?.code() !== null);
    await hear();
  });

  it("ends when the gateway stops", async () => {
    const { hear, server } = await newWorld();
    const client = await hear();
    await server.stop();
    await eventually("the end", () => client.code() === 1001);
  });
});

async function sessionOf({ table }: Awaited<ReturnType<typeof newWorld>>["world"], { user }: SignedIn) {
  const { pk } = keys.userSession(user, "");
  const { items } = await table.query({ pk, limit: 1 });
  return items[0] as unknown as { hmac: string }; // as it is stored
}
