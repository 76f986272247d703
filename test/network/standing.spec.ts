import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { BaileysClient } from "./support/baileys-client.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

const FAILED = 0;
const HOUR = 3600;
const CARL = "15550001004";
const DORA = "15550001005";

describe("what the network and people hold against a number", () => {
  let stage: Stage;
  let client: BaileysClient;
  beforeAll(async () => {
    stage = await setStage();
    client = stage.newClient();
    await client.link(stage.sandbox, OLGA);
    await stage.sandbox.addPhone(CARL, "Carl");
    await stage.sandbox.addPhone(DORA, "Dora");
  });
  afterAll(() => stage.tearDown());

  const post = (path: string, body: Record<string, unknown>) => stage.sandbox.request("POST", path, body);
  const received = async (phone: string) => (await stage.sandbox.messages(phone)).map(({ text }) => text);
  const refused = async (to: string, text: string) => {
    const sent = await client.socket.sendMessage(to, { text, linkPreview: null });
    await client.receipt(sent?.key.id ?? "", FAILED);
  };

  it("refuses first messages while new chats are restricted, and says until when", async () => {
    await client.text(at(ANA), "we know each other");
    await post(`/phones/${OLGA}/restrict`, { seconds: HOUR });
    const told = await client.until("the restriction", () =>
      client.seen.updates.find(({ reachoutTimeLock }) => reachoutTimeLock?.isActive),
    );
    const ends = told.reachoutTimeLock?.timeEnforcementEnds?.getTime() ?? 0;
    expect(Math.abs(ends - stage.network.now().getTime() - HOUR * 1000)).toBeLessThan(10_000);

    await refused(at(BEN), "we don't");
    expect(await received(BEN)).toEqual([]);
    await client.text(at(ANA), "still here");
    expect(await received(ANA)).toContain("still here");
    expect(await client.socket.fetchAccountReachoutTimelock()).toMatchObject({
      isActive: true,
      enforcementType: "BIZ_QUALITY",
    });
  });

  it("lets a restricted number answer whoever writes, and ends by the gateway's clock", async () => {
    const { id } = await stage.sandbox.write(BEN, { to: OLGA, text: "I write first" });
    await client.message(id);
    await client.text(at(BEN), "then I may answer");
    expect(await received(BEN)).toContain("then I may answer");

    await stage.sandbox.moveClock({ advance_seconds: HOUR + 1 });
    expect(await client.socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false });
  });

  it("tells of a quota of new chats, counts it, and refuses new ones once it is used", async () => {
    const told = new Promise((resolve) => client.socket.ev.on("message-capping.update", resolve));
    await post(`/phones/${OLGA}/quota`, { total: 3, used: 2, status: "SECOND_WARNING", ends_in_seconds: HOUR });
    expect(await told).toMatchObject({ total_quota: 3, used_quota: 2, capping_status: "SECOND_WARNING" });
    expect(await client.socket.fetchNewChatMessageCap()).toMatchObject({ total_quota: 3, used_quota: 2 });

    const capped = new Promise((resolve) => client.socket.ev.on("message-capping.update", resolve));
    await client.text(at(CARL), "the third new chat");
    expect(await capped).toMatchObject({ used_quota: 3, capping_status: "CAPPED" });
    await refused(at(DORA), "the fourth");
    await client.text(at(CARL), "no new chat");

    await stage.sandbox.moveClock({ advance_seconds: HOUR + 1 });
    expect(await client.socket.fetchNewChatMessageCap()).toMatchObject({ capping_status: "NONE", total_quota: -1 });
  });

  it("refuses whoever writes first without the token that a person demands, and gives it to who asks", async () => {
    await post(`/phones/${DORA}/demand-token`, { demanded: true });
    await refused(at(DORA), "without a token");
    expect(await received(DORA)).toEqual([]);

    // After this refusal, the library requests the token and sends it from then on.
    await eventually("the token", async () => {
      const id = (await stage.sandbox.phone(DORA)).private_id;
      const { [id]: known } = await client.socket.authState.keys.get("tctoken", [id]);
      return known?.token?.length;
    });
    await client.text(at(DORA), "with the token");
    expect(await received(DORA)).toEqual(["with the token"]);
  });

  it("does not bring messages to a person who has blocked the number", async () => {
    await post(`/phones/${ANA}/block`, { phone: OLGA });
    await client.text(at(ANA), "hello?");
    expect(await received(ANA)).not.toContain("hello?");
    await post(`/phones/${ANA}/block`, { phone: OLGA, blocked: false });
  });

  it("tells the device whom the owner has blocked on the phone", async () => {
    const told = new Promise((resolve) => client.socket.ev.on("blocklist.update", resolve));
    await post(`/phones/${OLGA}/block`, { phone: BEN });
    expect(await told).toEqual({ blocklist: [(await stage.sandbox.phone(BEN)).private_id], type: "add" });
    await post(`/phones/${OLGA}/block`, { phone: BEN, blocked: false });
  });

  it("can refuse messages of some kinds with a code of its own", async () => {
    await stage.sandbox.fault({ kind: "refuse_messages", code: 479, types: ["poll"], for_seconds: HOUR });
    const poll = await client.socket.sendMessage(at(ANA), { poll: { name: "?", values: ["a", "b"] } });
    await client.receipt(poll?.key.id ?? "", FAILED);
    await client.text(at(ANA), "text passes");
    await stage.sandbox.fault({ kind: "refuse_messages", for_seconds: 0 });
  });

  it.each([440, 405, 429, 500, 503, 515])("can end every connection with %i", async (code) => {
    await stage.sandbox.fault({ kind: "close_connections", code });
    expect(await client.closed()).toBe(code);
    client.connect();
    await client.opened();
  });

  it("locks a number out for a time with 402, and for good with 403", async () => {
    await post(`/phones/${OLGA}/ban`, { seconds: HOUR });
    expect(await client.closed()).toBe(402);
    client.connect();
    expect(await client.closed()).toBe(402);
    await stage.sandbox.moveClock({ advance_seconds: HOUR + 1 });
    client.connect();
    await client.opened();

    await post(`/phones/${OLGA}/ban`, {});
    expect(await client.closed()).toBe(403);
    client.connect();
    expect(await client.closed()).toBe(403);
    await post(`/phones/${OLGA}/ban`, { lift: true });
    client.connect();
    await client.opened();
  });
});
