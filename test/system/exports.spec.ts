import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DataExport } from "../../core/contracts/exports.ts";
import { madeKey } from "../support/another-account.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";
import { linesOf, readArchive, sha256Of } from "../support/read-archive.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { picture } from "../support/sample-files.ts";

const SHOP = "15550001061";
const ANA = "15550001062";
const BEN = "15550001063";

interface Shown {
  id: string;
  body: string | null;
  media: { url: string } | null;
}

describe("an export of a gateway's data", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;
  let receiver: Receiver;
  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    for (const [phone, name] of [
      [ANA, "Ana"],
      [BEN, "Ben"],
    ]) {
      await gateway.sandbox("POST", "/phones", { phone, name });
    }
    instance = (await linkNumber(gateway, SHOP)).id;
    receiver = await startReceiver();
    const events = ["export.completed", "export.failed"];
    await gateway.api("PATCH", "/v1/webhook", { url: receiver.url, events });
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  const messages = async () => (await gateway.api<{ data: Shown[] }>("GET", "/v1/messages")).body.data;
  const begin = async (body: object, headers: Record<string, string> = {}) =>
    gateway.api<{ data: DataExport }>("POST", "/v1/export", body, headers);
  const read = async (id: string) => (await gateway.api<{ data: DataExport }>("GET", `/v1/exports/${id}`)).body.data;
  const ended = (id: string) =>
    eventually("the end of the export", async () => {
      await gateway.sandbox("POST", "/clock", { advance_seconds: 61 });
      const made = await read(id);
      return (made.status === "done" || made.status === "failed") && made;
    });

  /** Returns the export events that a key can poll, as `<type> <export>`. */
  async function polled(key = gateway.apiKey): Promise<string[]> {
    const response = await fetch(`${gateway.baseUrl}/v1/events?types[]=export.completed&types[]=export.failed`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await response.json()) as { data: { type: string; data: { id: string } }[] };
    return data.map((event) => `${event.type} ${event.data.id}`);
  }

  async function download({ files }: DataExport): Promise<Map<string, Buffer>> {
    const unpacked = new Map<string, Buffer>();
    for (const { url, size_bytes, sha256 } of files ?? []) {
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
      expect([bytes.length, sha256Of(bytes)]).toEqual([size_bytes, sha256]);
      for (const [name, one] of await readArchive(bytes)) unpacked.set(name, one);
    }
    return unpacked;
  }

  it("has what was sent both ways, and goes with an erasure", async () => {
    const media = { data: (await picture("jpeg")).toString("base64"), mimetype: "image/jpeg" };
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, media });
    await gateway.sandbox("POST", `/phones/${BEN}/messages`, { to: SHOP, text: "It is Ben" });
    await eventually("both messages", async () => (await messages()).length === 2);
    const reply = { instance_id: instance, to: ANA, text: "A fine picture" };
    await gateway.api("POST", "/v1/messages", reply);
    const shown = await eventually("the picture", async () => {
      const all = await messages();
      return all.length === 3 && all.some((one) => one.media?.url) && all;
    });
    const sent = Buffer.from(await (await fetch(shown.find((one) => one.media)?.media?.url ?? "")).arrayBuffer());

    const begun = await begin({}, { "Idempotency-Key": "first" });
    expect([begun.status, begun.body.data.status]).toEqual([202, "waiting"]);
    const again = await begin({}, { "Idempotency-Key": "first" });
    expect([again.status, again.body.data.id]).toEqual([200, begun.body.data.id]);
    expect((await begin({})).status).toBe(409);
    const made = await ended(begun.body.data.id);
    const files = await download(made);

    expect(made).toMatchObject({ status: "done", progress: { files: 1 } });
    expect(
      linesOf(files, "messages")
        .map(({ id }) => id)
        .sort(),
    ).toEqual(shown.map(({ id }) => id).sort());
    const line = linesOf(files, "messages").find((one) => one.media) as unknown as Shown;
    expect(files.get(line.media?.url ?? "")).toEqual(sent);
    expect(linesOf(files, "activity").map(({ action }) => action)).toContain("export.created");

    const person = await begin({ instance_id: instance, contact: ANA });
    const theirs = await download(await ended(person.body.data.id));
    expect(linesOf(theirs, "messages")).toHaveLength(2);
    expect([...theirs.values()].map(String).join()).not.toContain(BEN);
    const list = (await gateway.api<{ data: DataExport[] }>("GET", "/v1/exports")).body.data;
    expect(list.map(({ id }) => id)).toEqual([person.body.data.id, made.id]);

    const erase = async () => (await gateway.api("DELETE", `/v1/instances/${instance}/contacts/${BEN}/data`)).status;
    const { files: linked } = await read(made.id);
    await erase();
    await gateway.sandbox("POST", "/clock", { advance_seconds: 30 });
    await eventually("the end of the erasure", async () => (await erase()) === 204);

    expect(await read(made.id)).toMatchObject({ status: "failed", reason: "erased", files: null });
    const told = [`export.completed ${made.id}`, `export.completed ${person.body.data.id}`];
    for (const id of [made.id, person.body.data.id].toSorted()) told.push(`export.failed ${id}`);
    await eventually("the events", async () => (await polled()).length >= told.length);
    expect(await polled()).toEqual(told);
    expect(await polled(await madeKey(gateway, "read", instance))).toEqual([]);
    const posted = await receiver.waitFor((all) => all.length >= told.length);
    expect(posted.map(({ body }) => JSON.parse(body)).map(({ type, data }) => `${type} ${data.id}`)).toEqual(told);
    expect(posted.map(({ body }) => body).join()).not.toMatch(new RegExp(`${ANA}|http`));
    expect((await fetch(linked?.[0]?.url ?? "")).status).toBe(404);
  });

  it("is refused for a person whom nobody knows, and without its other half", async () => {
    expect((await begin({ instance_id: instance, contact: "15550009999" })).status).toBe(404);
    expect((await begin({ contact: ANA })).status).toBe(422);
    expect((await gateway.api("GET", "/v1/exports/exp_01JD3X4Y5Z6A7B8C9D0E1F2G3H")).status).toBe(404);
  });
});
