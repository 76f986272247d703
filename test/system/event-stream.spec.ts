import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listKeys, revokeKey } from "../../core/operations/accounts/revoke-key.ts";
import { keys } from "../../core/store/keys.ts";
import { anotherAccount, depsOf, madeKey } from "../support/another-account.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";
import { followBySdk } from "../support/sdk-follower.ts";
import { type StreamClient, streamClient } from "../support/stream-client.ts";

const SHOP = "5511988880000";
const ANA = "5511977770001";

const folder = temporaryFolder();
let gateway: Gateway;
let instance: string;
beforeAll(async () => {
  gateway = await startGateway(folder.path);
  instance = (await linkNumber(gateway, SHOP)).id;
  await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
});
afterAll(async () => {
  await gateway?.stop();
  folder.remove();
});

const write = (text: string) => gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text });
const received = ({ frames }: StreamClient) =>
  frames.flatMap(({ event }) => (event?.type === "message.received" ? String(event.data.body) : []));
const connect = (query = "", key: string | null = gateway.apiKey) => streamClient(gateway.baseUrl, query, key);

/** Polls all events. They must be the same as those delivered by the stream. */
async function polled(): Promise<string[]> {
  const { body } = await gateway.api<{ data: { id: string }[] }>("GET", "/v1/events?limit=100");
  return body.data.map(({ id }) => id);
}

describe("the stream of events of a running gateway", () => {
  it("shows what sessions and requests cause, in the order of polling, and a stranger nothing", async () => {
    const client = await connect();
    const ofNumber = await connect(`?instance_id=${instance}&types[]=message.received`);
    const stranger = await anotherAccount(gateway);
    const { body } = await stranger<{ data: { url: string } }>("POST", "/v1/events/stream-tickets");
    const theirs = await connect(new URL(body.data.url).search, null);
    const texts = Array.from({ length: 10 }, (_, n) => `Message ${n}`);
    for (const text of texts) await write(text);

    await eventually("her messages", () => received(client).length === texts.length && received(ofNumber).length > 9);
    expect(received(ofNumber)).toEqual(received(client));
    expect(received(client).toSorted()).toEqual(texts.toSorted());
    const all = await polled();
    await eventually("the others", () => client.ids().length >= all.length);
    expect(client.ids()).toEqual(all);
    expect(theirs.ids()).toEqual([]);
    for (const one of [client, ofNumber, theirs]) one.close();
  });

  it("ends for a key that was revoked", async () => {
    const key = await madeKey(gateway, "read");
    const client = await connect("", key);
    const { table } = await depsOf(gateway);
    const own = (await listKeys(table, gateway.accountId)).find(({ last4 }) => last4 === key.slice(-4));
    await revokeKey(table, gateway.accountId, own?.id ?? "", await gateway.now());
    await gateway.sandbox("POST", "/clock", { advance_seconds: 11 });
    await eventually("the end", () => client.code() === 1008);
  });

  it("is followed by the SDK, which misses and repeats nothing when everything is killed in between", async () => {
    const port = Number(new URL(gateway.baseUrl).port);
    const follower = followBySdk(gateway, polled);
    const { table } = await depsOf(gateway);
    const { pk } = keys.streamConnection(gateway.accountId, "");
    const connections = async () => (await table.query({ pk, limit: 10 })).items.length;
    await eventually("its connection", async () => (await connections()) > 0 && (await follower.isWhole()));
    await write("It sees this");
    await eventually("it", follower.isWhole);

    await gateway.killEverything();
    gateway = await startGateway(folder.path, { PORT: String(port) });
    await write("And this, after the restart");
    await eventually("all of it", follower.isWhole, 90_000);

    await follower.stop();
    expect(follower.ids.length).toBeGreaterThan(2);
  });

  it("goes on after the last event that a client has when everything was killed in between", async () => {
    const before = await connect("?types[]=message.received");
    await write("Before");
    await eventually("it", () => received(before).includes("Before"));
    await write("While it dies");
    await gateway.killEverything();
    await eventually("the end", () => before.code() !== null);

    gateway = await startGateway(folder.path);
    const after = await connect(`?types[]=message.received&after=${before.ids().at(-1)}`);
    await write("After");
    await eventually("what came since", () => received(after).includes("After"), 60_000);
    expect(received(after)).toEqual(["While it dies", "After"]);
    expect(new Set([...before.ids(), ...after.ids()]).size).toBe(before.ids().length + after.ids().length);
    await gateway.stop();
    await eventually("the end", () => after.code() === 1001);
  });
});
