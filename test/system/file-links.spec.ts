import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { picture } from "../support/sample-files.ts";

interface Media {
  url: string;
  mimetype: string;
  filename: string | null;
}
interface Shown {
  id: string;
  media: Media;
}

const SHOP = "5511988880000";
const ANA = "5511977770001";
const HOUR_SEC = 3_600;

/** Tests links to files as recipients use them: over HTTP, without a key. */
describe("a link to a file", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let receiver: Receiver;
  let shop: { id: string };
  const bytes = randomBytes(50_000);

  beforeAll(async () => {
    [gateway, receiver] = await Promise.all([startGateway(folder.path, { EPHEMERAL: "1" }), startReceiver()]);
    await gateway.api("PATCH", "/v1/webhook", { url: receiver.url });
    shop = await linkNumber(gateway, SHOP);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  /**
   * Makes Ana send a document, for which the session service creates a link. @returns the message as it appears in its
   * event.
   */
  async function received(filename: string): Promise<Shown> {
    const media = { data: bytes.toString("base64"), mimetype: "application/pdf", filename };
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, media });
    const events = () => receiver.requests.map(({ body }) => JSON.parse(body) as { type: string; data: Shown });
    const isIts = ({ type, data }: ReturnType<typeof events>[number]) =>
      type === "message.received" && data.media?.filename === filename;
    return (await eventually("the event", () => events().find(isIts))).data;
  }
  const read = async (id: string) => (await gateway.api<{ data: Shown }>("GET", `/v1/messages/${id}`)).body.data;
  const redirect = (url: string, method = "GET") => fetch(url, { method, redirect: "manual" });
  const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

  async function expectNoFile(url: string): Promise<void> {
    const answer = await redirect(url);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("location")).toBeNull();
    const words = expect.stringMatching(/^There is no file at this link\. .*24 hours.*\.$/);
    expect(await answer.json()).toEqual({ code: "not_found", message: words });
  }

  it("is the gateway's own address, in events and answers alike, and leads to the same bytes", async () => {
    const { id, media } = await received("Angebot für Ana.pdf");
    for (const url of [media.url, (await read(id)).media.url]) {
      expect(url.startsWith(`${gateway.baseUrl}/v1/files/`)).toBe(true);
      const answer = await redirect(url);
      expect([answer.status, await answer.text()]).toEqual([302, ""]);
      expect(answer.headers.get("cache-control")).toBe("no-store");

      const file = await fetch(url);
      expect([file.status, file.redirected]).toEqual([200, true]);
      expect(file.headers.get("content-type")).toBe("application/pdf");
      expect(file.headers.get("content-disposition")).toContain("attachment;");
      expect(file.headers.get("content-disposition")).toContain("filename*=UTF-8''Angebot%20f%C3%BCr%20Ana.pdf");
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  it("leads to what was sent, too, and to the number's picture", async () => {
    const sent = await picture("png");
    const media = { data: sent.toString("base64"), mimetype: "image/png" };
    const { body } = await gateway.api<{ data: Shown }>("POST", "/v1/messages", {
      instance_id: shop.id,
      to: ANA,
      media,
    });
    expect((await bytesAt(body.data.media.url)).equals(sent)).toBe(true);

    const shown = { picture: { data: (await picture("jpeg")).toString("base64") } };
    const profile = await gateway.api<{ data: { picture_url: string } }>(
      "PATCH",
      `/v1/instances/${shop.id}/profile`,
      shown,
    );
    expect(profile.body.data.picture_url.startsWith(`${gateway.baseUrl}/v1/files/`)).toBe(true);
    expect((await bytesAt(profile.body.data.picture_url)).length).toBeGreaterThan(0);
  });

  it("may be sent on as the url of another message's file", async () => {
    const sent = await picture("png");
    const send = async (media: object) => {
      const message = { instance_id: shop.id, to: ANA, media: { mimetype: "image/png", ...media } };
      return (await gateway.api<{ data: Shown }>("POST", "/v1/messages", message)).body.data;
    };
    const first = await send({ data: sent.toString("base64") });
    await send({ url: first.media.url });
    const sha256 = createHash("sha256").update(sent).digest("hex");
    await eventually("both on Ana's phone", async () => {
      const path = `/phones/${ANA}/messages`;
      const { body } = await gateway.sandbox<{ data: { media?: { sha256?: string } }[] }>("GET", path);
      return body.data.filter(({ media }) => media?.sha256 === sha256).length >= 2;
    });
  });

  it("is of no use when it was changed, cut or made up, and takes no other method", async () => {
    const { media } = await received("a.pdf");
    const [content = "", tag = ""] = media.url.slice(media.url.lastIndexOf("/") + 1).split(".");
    const other = Buffer.from(content, "base64url").toString().replace(shop.id, "inst_01ARZ3NDEKTSV4RRFFQ69G5FAV");
    for (const token of [
      `${Buffer.from(other).toString("base64url")}.${tag}`,
      `${content}.${tag.startsWith("A") ? "B" : "A"}${tag.slice(1)}`,
      content,
      `${content}.${tag}.${tag}`,
      "nothing",
    ]) {
      await expectNoFile(`${gateway.baseUrl}/v1/files/${token}`);
    }
    for (const method of ["HEAD", "POST", "DELETE"]) {
      const answer = await redirect(media.url, method);
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET"]);
    }
  });

  it("ends when its message is deleted", async () => {
    const { id, media } = await received("deleted.pdf");
    expect((await redirect(media.url)).status).toBe(302);
    const onPhone = await gateway.sandbox<{ data: { id: string; media?: { filename?: string } }[] }>(
      "GET",
      `/phones/${ANA}/messages`,
    );
    const message = onPhone.body.data.find((one) => one.media?.filename === "deleted.pdf");
    await gateway.sandbox("POST", `/phones/${ANA}/messages/${message?.id}/delete`, {});
    await eventually("the message to be without its file", async () => (await read(id)).media === null);
    await eventually("the file to be gone", async () => (await redirect(media.url)).status === 404);
    await expectNoFile(media.url);
  });

  it("works for 24 hours, long after the address of S3 that it led to has ended, and then says so", async () => {
    const { id, media } = await received("kept.pdf");
    const stores = (await redirect(media.url)).headers.get("location") ?? "";
    expect((await bytesAt(stores)).equals(bytes)).toBe(true);

    await gateway.sandbox("POST", "/clock", { advance_seconds: 24 * HOUR_SEC - 60 });
    expect((await fetch(stores)).status).toBe(403);
    expect((await bytesAt(media.url)).equals(bytes)).toBe(true);

    // Links expire on whole seconds.
    await gateway.sandbox("POST", "/clock", { advance_seconds: 62 });
    await expectNoFile(media.url);
    expect((await bytesAt((await read(id)).media.url)).equals(bytes)).toBe(true);
  });

  it("is told to nobody's log", () => {
    expect(gateway.output()).not.toContain("/v1/files/");
  });
});
