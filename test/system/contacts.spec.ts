import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";

const SHOP = "15550001021";
const ANA = "15550001022";
const BEN = "15550001023";
const CID = "15550001024";

interface Contact {
  id: string;
  phone: string | null;
  name: string | null;
  contact_name: string | null;
  blocked: boolean;
  picture_url: string | null;
}

describe("contacts of a linked number", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;
  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", "/phones", { phone: BEN, name: "Ben" });
    const picture = await sharp({ create: { width: 96, height: 96, channels: 3, background: "red" } })
      .jpeg()
      .toBuffer();
    await gateway.sandbox("POST", `/phones/${ANA}/picture`, { data: picture.toString("base64") });
    instance = (await linkNumber(gateway, SHOP)).id;
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const path = (rest = "") => `/v1/instances/${instance}/contacts${rest}`;
  const contact = async (phone: string) =>
    (await gateway.api<{ data: Contact }>("GET", path(`/${phone}`))).body.data as Contact | undefined;
  const list = async () => (await gateway.api<{ data: Contact[] }>("GET", path())).body.data;

  it("are whoever writes and whoever the phone saves, with their picture", async () => {
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Hello" });
    await gateway.sandbox("PUT", `/phones/${SHOP}/contacts/${BEN}`, { name: "Ben of the phone" });
    await eventually("both contacts", async () => (await list()).length === 2);

    expect(await list()).toMatchObject([
      { phone: ANA, name: null, contact_name: "Ana", picture_url: null },
      { phone: BEN, name: "Ben of the phone", contact_name: null },
    ]);
    const { picture_url } = (await contact(ANA)) ?? {};
    const shown = Buffer.from(await (await fetch(picture_url ?? "")).arrayBuffer());
    expect(await sharp(shown).metadata()).toMatchObject({ format: "jpeg", width: 96 });
  });

  it("are imported under names that stay here, while the phone keeps its own", async () => {
    const { status, body } = await gateway.api("POST", path("/import"), {
      contacts: [
        { phone: "+1 555 000 1024", name: "Cid" },
        { phone: BEN, name: "Benedict" },
      ],
    });
    expect([status, body]).toEqual([200, { data: { saved: 1, unchanged: 0, kept: 1 } }]);
    expect([await contact(CID), await contact(BEN)]).toMatchObject([{ name: "Cid" }, { name: "Ben of the phone" }]);

    // A person who never wrote is no longer a contact once the name is removed.
    expect((await gateway.api("PATCH", path(`/${CID}`), { name: null })).status).toBe(200);
    expect(await contact(CID)).toBeUndefined();
  });

  it("are saved here and on the phone", async () => {
    const saved = await gateway.api<{ data: Contact }>("PATCH", path(`/${ANA}`), { name: "Ana Souza" });
    expect([saved.status, saved.body.data.name]).toEqual([200, "Ana Souza"]);

    await eventually("the phone's address book", async () => {
      const { body } = await gateway.sandbox<{ data: { phone: string; name: string }[] }>(
        "GET",
        `/phones/${SHOP}/contacts`,
      );
      return body.data.some(({ phone, name }) => phone === ANA && name === "Ana Souza");
    });
  });

  it("that are blocked get nothing until they are let go", async () => {
    expect((await gateway.api("PUT", path(`/${ANA}/block`))).status).toBe(204);
    expect(await contact(ANA)).toMatchObject({ blocked: true });

    const send = { instance_id: instance, to: ANA, text: "Are you there?" };
    const { body, status } = await gateway.api<{ data: { id: string } }>("POST", "/v1/messages", send);
    expect(status).toBe(202);
    const ended = await eventually("the end of the message", async () => {
      const { body: read } = await gateway.api<{ data: { status: string; error: string; error_code: string } }>(
        "GET",
        `/v1/messages/${body.data.id}`,
      );
      return read.data.status === "failed" && read.data;
    });
    expect(ended).toMatchObject({
      error: "The instance has blocked this person.",
      error_code: "messenger_refused",
    });

    expect((await gateway.api("DELETE", path(`/${ANA}/block`))).status).toBe(204);
    expect(await contact(ANA)).toMatchObject({ blocked: false });
  });

  it("are deleted with all their data, and nothing of others is", async () => {
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Forget me, please" });
    await gateway.sandbox("POST", `/phones/${BEN}/messages`, { to: SHOP, text: "Keep me" });
    const messages = async (phone: string) =>
      (await gateway.api<{ data: unknown[] }>("GET", `/v1/messages?instance_id=${instance}&phone=${phone}`)).body.data;
    await eventually("both messages", async () =>
      (await Promise.all([ANA, BEN].map(messages))).every((some) => JSON.stringify(some).includes(" me")),
    );

    const erase = async () => (await gateway.api("DELETE", path(`/${ANA}/data`))).status;
    expect(await erase()).toBe(202);
    await gateway.sandbox("POST", "/clock", { advance_seconds: 30 });
    await eventually("everything of Ana is deleted", async () => (await erase()) === 204);

    expect(await messages(ANA)).toEqual([]);
    expect(await contact(ANA)).toBeUndefined();
    const read = ["/v1/events?limit=100", "/v1/messages", `/v1/chats?instance_id=${instance}`, "/v1/activity"];
    const left = () => Promise.all(read.map(async (one) => JSON.stringify((await gateway.api("GET", one)).body)));
    // Ben's message has appeared in one list and may still be on its way to the others.
    await eventually(
      "what is kept of Ben",
      async () => (await left()).filter((text) => text.includes("Keep me")).length === 3,
    );
    expect((await left()).filter((text) => text.includes(ANA) || text.includes("Forget me"))).toEqual([]);
    expect((await list()).map(({ phone }) => phone)).toEqual([BEN]);
  });
});
