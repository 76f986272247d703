import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listKeys, revokeKey } from "../../../core/operations/accounts/revoke-key.ts";
import { sharedBundles } from "../../lib/shared-bundles.ts";
import { depsOf, madeKey } from "../../support/another-account.ts";
import { eventually } from "../../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../support/gateway.ts";
import { linkNumber } from "../../support/linked-number.ts";
import { followBySdk } from "../../support/sdk-follower.ts";
import { askUpgrade, type StreamClient, streamClient } from "../../support/stream-client.ts";

const SHOP = "5511988880000";
const ANA = "5511977770001";

/** Tests the functions as deployed, with their permissions, behind API Gateway's WebSockets. */
describe("the stream of events of a deployment", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;

  const start = async (port?: string): Promise<Gateway> => {
    const [first] = await sharedBundles();
    const env = { BUNDLES: dirname(first?.folder ?? ""), WITHOUT_RIGHTS: "", ...(port && { PORT: port }) };
    return startGateway(folder.path, env, "test/system/deployed/main.ts");
  };
  beforeAll(async () => {
    gateway = await start();
    instance = (await linkNumber(gateway, SHOP)).id;
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const write = (text: string) => gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text });
  const connect = (query = "", key: string | null = gateway.apiKey) => streamClient(gateway.baseUrl, query, key);
  const texts = ({ frames }: StreamClient) =>
    frames.flatMap(({ event }) => (event?.type === "message.received" ? String(event.data.body) : []));
  const polled = async () => {
    const { body } = await gateway.api<{ data: { id: string }[] }>("GET", "/v1/events?limit=100");
    return body.data.map(({ id }) => id);
  };

  it("names its address where somebody looks for it, and gives tickets for it", async () => {
    const looked = await gateway.api<{ message: string }>("GET", "/v1/events/stream");
    const ticket = await gateway.api<{ data: { url: string } }>("POST", "/v1/events/stream-tickets");
    const address = `${gateway.baseUrl.replace("http", "ws")}/v1/events/stream`;

    expect([looked.status, looked.body.message]).toEqual([426, expect.stringContaining(address)]);
    expect([ticket.status, ticket.body.data.url.split("?")[0]]).toEqual([201, address]);
  });

  it("sends two connections of a key, and one by a ticket, each event that they ask for, in the order of polling", async () => {
    const { body } = await gateway.api<{ data: { url: string } }>("POST", "/v1/events/stream-tickets");
    const all = [await connect(), await connect(new URL(body.data.url).search, null)];
    const some = await connect(`?instance_id=${instance}&types[]=message.received`);
    await eventually("the greeting", () => all.every(({ frames }) => frames[0]?.kind === "ping"));
    const said = Array.from({ length: 5 }, (_, n) => `Message ${n}`);
    for (const text of said) await write(text);

    await eventually("her messages", () => [...all, some].every((one) => texts(one).length >= said.length));
    await eventually("everything", async () => {
      const ids = JSON.stringify(await polled());
      return all.every((one) => JSON.stringify(one.ids()) === ids);
    });
    expect(texts(some).toSorted()).toEqual(said);
    for (const one of [...all, some]) one.close();
  });

  it("goes on after the last event that a client has", async () => {
    const before = await connect("?types[]=message.received");
    await write("Before");
    await eventually("it", () => texts(before).includes("Before"));
    before.close();
    await write("While nobody listens");

    const after = await connect(`?types[]=message.received&after=${before.ids().at(-1)}`);
    await write("After");
    await eventually("what came since", () => texts(after).includes("After"));
    expect(texts(after)).toEqual(["While nobody listens", "After"]);
    after.close();
  });

  it("opens nothing for a wrong key or a used ticket, and closes what sends something", async () => {
    const { body } = await gateway.api<{ data: { url: string } }>("POST", "/v1/events/stream-tickets");
    const { search } = new URL(body.data.url);
    const client = await connect(search, null);
    const refused = await Promise.all([
      askUpgrade(gateway.baseUrl, "/v1/events/stream", "mgw_wrong"),
      askUpgrade(gateway.baseUrl, `/v1/events/stream${search}`, null),
    ]);
    expect(refused.map((one) => "status" in one && one.status)).toEqual([401, 401]);

    client.send("hello");
    await eventually("the end", () => client.code() !== null);
  });

  it("sends nothing more to a key that was revoked, and closes its connection", async () => {
    const key = await madeKey(gateway, "read");
    const client = await connect("?types[]=message.received", key);
    await eventually("the greeting", () => client.frames.length > 0);
    const { table } = await depsOf(gateway);
    const own = (await listKeys(table, gateway.accountId)).find(({ last4 }) => last4 === key.slice(-4));
    await revokeKey(table, gateway.accountId, own?.id ?? "", await gateway.now());
    await write("Not for this key");

    await eventually("the end", () => client.code() !== null);
    expect(texts(client)).not.toContain("Not for this key");
  });

  it("is followed by the SDK, which misses and repeats nothing when everything is killed while it sends", async () => {
    const port = new URL(gateway.baseUrl).port;
    const follower = followBySdk(gateway, polled);
    await eventually("what there is", follower.isWhole);
    for (let n = 0; n < 3; n++) await write(`Before ${n}`);

    await gateway.killEverything();
    gateway = await start(port);
    await write("And this, after the restart");
    await eventually("all of it", follower.isWhole, 90_000);

    await follower.stop();
    expect(follower.ids.length).toBeGreaterThan(3);
  });

  it("has had both of its functions at work", async () => {
    // The gateway counts only calls made since its restart. The SDK may have polled before it was stopped.
    const client = await connect("");
    await eventually("the greeting", () => client.frames.length > 0);
    await gateway.stop();

    expect(gateway.output()).toMatch(/^Functions called: .*connect-socket.*follow-streams/m);
  });
});
