import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import { sessionCaches } from "../../../session-service/baileys/shared/ttl-cache.ts";
import { Acknowledgements } from "../../../session-service/connection/acknowledgements.ts";
import { BAD_SESSION, closeRule } from "../../../session-service/connection/close-rules.ts";
import { EarlyReceipts } from "../../../session-service/connection/early-receipts.ts";
import { NetworkAddress, PINNED_VERSION } from "../../../session-service/connection/network-address.ts";
import { DOUBT_PEOPLE, SessionHealth } from "../../../session-service/connection/session-health.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";
import { Blocks } from "../../../session-service/session/blocks.ts";
import { Channels } from "../../../session-service/session/channels.ts";
import { ContactsMirror } from "../../../session-service/session/contacts-mirror.ts";
import { GroupsMirror } from "../../../session-service/session/groups-mirror.ts";
import { LabelOffers } from "../../../session-service/session/label-offers.ts";
import { LiveConnection } from "../../../session-service/session/live-connection.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { BareSession } from "../support/bare-session.ts";
import { SessionWorld } from "../support/session-world.ts";

const HOUR_MS = 3_600_000;

/** Waits for two self-checks of a connection, which checks itself once a second. */
const twoLooks = () => new Promise((resolve) => setTimeout(resolve, 2_100));

describe("a linked instance whose connection the network closes", () => {
  let world: SessionWorld;
  let network: SessionDeps["network"];
  let instance: string;
  let other: string;
  beforeAll(async () => {
    world = await SessionWorld.create();
    network = new NetworkAddress(world.deps().network, [PINNED_VERSION, [2, 3000, 1099999999]]);
    await world.startTask("task-1", { network });
    instance = await world.addInstance("First");
    other = await world.addInstance("Second");
    await world.link(instance, OLGA);
    await world.link(other, BEN);
  });
  // Advance the clock by two minutes. A connection that lasted this long counts as good, so nothing before it matters
  // anymore.
  beforeEach(() => pass(121_000));
  afterAll(() => world.tearDown());

  const close = (code: number) => world.stage.sandbox.fault({ kind: "close_connections", code });
  const pass = async (ms: number) => {
    world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
    await world.stage.sandbox.moveClock({ now: world.clock.now().toISOString() });
  };
  /**
   * Waits for something while advancing the gateway's clock, because the length of the wait is unknown. The clock
   * advances too little to cause an event.
   */
  const hurried = <T>(what: string, look: () => T | Promise<T>) => {
    let moves = 0;
    return eventually(
      what,
      async () => {
        if (moves++ < 15) world.clock.moveTo(new Date(world.clock.now().getTime() + 1_000));
        return look();
      },
      60_000,
    );
  };
  const connectedAt = () => world.table.peek(keys.sending(instance))?.connected_at;
  const impose = (what: string, body: Record<string, unknown>) =>
    world.stage.sandbox.request("POST", `/phones/${OLGA}/${what}`, body);
  const isLinked = () => world.table.partition(keys.sessionKey(instance, "", "").pk).length > 0;
  const works = async () => {
    await world.reaches(instance, "working");
    await world.reaches(other, "working");
    await eventually("both to be connected", () =>
      [instance, other].every((one) => world.table.peek(keys.sending(one))?.connected === true),
    );
  };

  it.each([515, 500, 503])("with %i comes back by itself, without an event", async (code) => {
    const [events, before] = [world.events("instance.status").length, connectedAt()];
    await close(code);
    await hurried("the reconnect", () => connectedAt() !== before);
    await works();
    expect(world.events("instance.status")).toHaveLength(events);
    expect(isLinked()).toBe(true);
  });

  it("with 440 is `starting, replaced_elsewhere`, tries again after 30 s and not before", async () => {
    await close(440);
    await world.reaches(instance, "starting, replaced_elsewhere");
    await world.reaches(other, "starting, replaced_elsewhere");
    expect(world.instance(instance).phone).toBe(OLGA);
    await pass(31_000);
    await works();
  });

  it("with 429 is `starting, unavailable`, and nobody of this address connects for a quarter of an hour", async () => {
    await close(429);
    await world.reaches(instance, "starting, unavailable");
    await world.reaches(other, "starting, unavailable");
    await world.change(other, "restart");
    await eventually("the restart", () => world.instance(other).restart_done === world.instance(other).restart_seq);
    await pass(14 * 60_000);
    expect(world.table.peek(keys.sending(other))?.connected).toBe(false);
    await pass(61_000);
    await works();
  });

  it("with 405 claims the next configured client version", async () => {
    const version = PINNED_VERSION.join(".");
    await world.stage.sandbox.fault({ kind: "refuse_version", version, for_seconds: 86_400 });
    await close(503);
    await hurried("the refusal", () =>
      world.complaints.some(({ fields }) => fields.alarm === "client_version_refused"),
    );
    await works();
    expect(isLinked()).toBe(true);
  });

  it("with 402 is `failed, restricted` until the end of the ban, can't be deleted, and comes back then", async () => {
    await impose("ban", { seconds: 3_600 });
    await world.reaches(instance, "failed, restricted");
    await expect(world.delete(instance)).rejects.toMatchObject({ code: "messenger_restricted" });
    await pass(HOUR_MS - 60_000);
    expect(world.status(instance)).toBe("failed, restricted");
    await pass(120_000);
    await world.reaches(instance, "working");
    expect(isLinked()).toBe(true);
  });

  it("with 403 is `failed, banned`, keeps its keys, and tries once an hour", async () => {
    await impose("ban", {});
    await world.reaches(instance, "failed, banned");
    expect(isLinked()).toBe(true);
    await impose("ban", { lift: true });
    await pass(HOUR_MS + 1_000);
    await world.reaches(instance, "working");
  });

  it("with 411 three times in a row waits for a new link, and the phone is free", async () => {
    await world.stage.sandbox.fault({ kind: "refuse_logins", code: 411, for_seconds: 86_400 });
    await world.stage.sandbox.fault({ kind: "drop_connections" });
    await eventually(
      "a new link to be waited for",
      async () => {
        await pass(61_000);
        return world.status(instance) === "scan_qr_code" && world.status(other) === "scan_qr_code";
      },
      60_000,
    );
    expect(world.instance(instance).phone).toBeNull();
    expect(isLinked()).toBe(false);
    expect(world.table.peek(keys.phoneOwner(OLGA))).toBeNull();
    // The other instance's login was refused too.
    await world.stage.sandbox.fault({ kind: "refuse_logins", for_seconds: 0 });
    await world.link(other, BEN);
  });

  it("with 401 waits for a new link, `network_logged_out`, and its keys are gone", async () => {
    await world.stage.sandbox.unlink(BEN);
    await world.reaches(other, "scan_qr_code, network_logged_out");
    expect(world.table.partition(keys.sessionKey(other, "", "").pk)).toEqual([]);
  });

  it("is told that the network demands a passkey for a new link", async () => {
    await world.stage.sandbox.fault({ kind: "require_passkey", for_seconds: 86_400 });
    await world.stage.sandbox.scan(BEN, await world.code(other)).catch(() => {});
    await world.reaches(other, "scan_qr_code, passkey_required");
    await world.stage.sandbox.fault({ kind: "require_passkey", for_seconds: 0 });
    await world.link(other, BEN);
    expect(world.instance(other).status_reason).toBeNull();
  });
});

describe("a connection", () => {
  let world: SessionWorld;
  let bare: BareSession;
  beforeAll(async () => {
    world = await SessionWorld.create();
    bare = await (await BareSession.open(world)).link(world, OLGA);
    await bare.end();
  });
  afterAll(() => world.tearDown());

  /** Opens a separate connection with these keys, on a clock that the test controls. */
  async function connection(changes: Partial<SessionDeps>, linked?: BareSession) {
    let aheadMs = 0;
    const deps = world.deps({ ...changes, monotonicMs: () => performance.now() + aheadMs });
    const owner = { instance_id: linked ? "inst_bare" : "inst_1", account_id: "acc_1", fence: 1 };
    const inbox = new Inbox(deps.log, owner.instance_id, () => {});
    const health = new SessionHealth(deps.log, owner.instance_id, deps.monotonicMs);
    const parts = {
      store: linked?.store ?? (await openAuthStore(deps, owner, () => {})),
      caches: sessionCaches(deps.monotonicMs),
      inbox,
      acknowledgements: new Acknowledgements(deps.monotonicMs),
      receipts: new EarlyReceipts(),
      health,
      blocks: new Blocks(deps, owner),
      contacts: new ContactsMirror(deps, owner),
      labels: new LabelOffers(deps, owner),
      groups: new GroupsMirror(deps, owner, inbox),
      channels: new Channels(deps, owner),
      mute: true,
    };
    const live = new LiveConnection(deps, owner, parts, () => {});
    return { live, health, inbox, pass: (ms: number) => (aheadMs += ms) };
  }

  it("that gets no answer to its opening is given up, though the library never says so", async () => {
    const server = createServer();
    server.on("upgrade", (_request, socket) => socket.end("HTTP/1.1 503 Service Unavailable\r\n\r\n"));
    server.listen(0, "127.0.0.1");
    await eventually("the server", () => server.listening);
    const { port } = server.address() as AddressInfo; // a server on a port has an address with one
    const network = new NetworkAddress({ ...world.deps().network, url: `ws://127.0.0.1:${port}/ws/chat` });
    const { live, inbox, pass } = await connection({ network });
    expect(live.state).toBe("opening");
    pass(21_000);
    await eventually("the end", () => live.state === "closed");
    expect(live.closeReason).not.toBeNull();
    inbox.stop();
    server.closeAllConnections();
    server.close();
  });

  it("to which the network delivers nothing is given up after a minute, and the next one after two", async () => {
    // The library ignores the refusal and reports an open connection.
    const refused = { kind: "refuse_queries", xmlns: "passive", code: 500 };
    await world.stage.sandbox.fault({ ...refused, for_seconds: 86_400 });
    const first = await connection({}, bare);
    await eventually("the opening", () => first.live.state === "open");
    first.pass(61_000);
    await eventually("the end", () => first.live.state === "closed");
    expect(first.health.unservedMs).toBe(120_000);
    first.inbox.stop();

    await world.stage.sandbox.fault({ ...refused, for_seconds: 0 });
    const next = await connection({}, bare);
    await eventually("everything that waited", () => next.live.drainedAt !== null);
    next.pass(61_000);
    await twoLooks();
    expect(next.live.state).toBe("open");
    await next.live.end();
    next.inbox.stop();
  });

  it("of a busy number that hears nothing for half an hour is given up", async () => {
    const { live, health, inbox, pass } = await connection({}, bare);
    await eventually("the opening", () => live.state === "open");
    for (let n = 0; n < 61; n++) health.heard();
    pass(31 * 60_000);
    await eventually("the end", () => live.state === "closed");
    expect(live.closeReason?.code).toBe(428);
    inbox.stop();
  });

  it("whose send hangs for 45 s is given up, and the send fails", async () => {
    const { live, inbox, pass } = await connection({}, bare);
    await eventually("the opening", () => live.state === "open");
    live.network.relay = () => new Promise(() => {});
    const sent = live
      .relay("15550001002@s.whatsapp.net", "ID", new Uint8Array())
      .catch((error: Error) => error.message);
    pass(40_000);
    await twoLooks();
    expect(live.state).toBe("open");
    pass(6_000);
    expect(await sent).toBe("The connection was interrupted.");
    expect(live.closeReason?.code).toBe(428);
    inbox.stop();
  });

  it("whose keys are locked for a minute is given up", async () => {
    const { live, inbox, pass } = await connection({}, bare);
    await eventually("the opening", () => live.state === "open");
    live.network.lockWaitMs = () => 60_001;
    pass(1_000);
    await eventually("the end", () => live.state === "closed");
    expect(live.closeReason?.code).toBe(428);
    inbox.stop();
  });

  it("is opened anew after twelve hours, at a quiet moment", async () => {
    const { live, inbox, pass } = await connection({}, bare);
    await eventually("the opening", () => live.state === "open");
    pass(12 * HOUR_MS + 1_000);
    live.contentAgeMs = () => 59_000;
    await twoLooks();
    expect(live.state).toBe("open");
    live.contentAgeMs = () => 61_000;
    await eventually("the end", () => live.state === "closed");
    inbox.stop();
  });

  it("on which many people can't be read any more is opened anew at once, unseen, and keeps its link", async () => {
    const { live, health, inbox } = await connection({}, bare);
    await eventually("the opening", () => live.state === "open");
    const people = Array.from(
      { length: DOUBT_PEOPLE },
      (_, n) => `49170555${String(n).padStart(4, "0")}@s.whatsapp.net`,
    );
    const hear = (writer: string, isReadable: boolean) => health.noteMessage({ writer, isReadable, isLive: true });
    let readable = 0;
    const note = health.noteMessage.bind(health);
    health.noteMessage = (message) => {
      if (message.isReadable) readable++;
      return note(message);
    };
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "This can be read" });
    await eventually("the text", () => readable > 0);
    for (const person of people) hear(person, true);
    for (const person of people.slice(1)) hear(person, false);
    expect(live.state).toBe("open");

    await world.stage.sandbox.fault({ kind: "garble_messages", for_seconds: 3_600 });
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "This can't" });
    await eventually("the end", () => live.state === "closed");
    await world.stage.sandbox.fault({ kind: "garble_messages", for_seconds: 0 });

    expect(live.closeReason).toEqual({ code: BAD_SESSION, data: undefined });
    expect(closeRule(BAD_SESSION)).toMatchObject({ again: "at_once", shown: null, alarm: "session_unreadable" });
    expect(bare.store.isLinked()).toBe(true);
    inbox.stop();
  });
});
