import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Upload } from "../../../core/contracts/panel/uploads.ts";
import { keys } from "../../../core/store/keys.ts";
import { apiWorld } from "../api-world.ts";
import { type LinkedWorld, linkedWorld } from "../linked-world.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

const MB = 1024 * 1024;
const SHA = createHash("sha256").update("film").digest("hex");
const FILM = { mimetype: "video/MP4", filename: "../Our film\u202e.mp4", size_bytes: 20 * MB, sha256: SHA };

let linked: LinkedWorld;
let world: PanelWorld;
let ana: SignedIn;

beforeEach(async () => {
  linked = await linkedWorld();
  const { account, key, instance } = apiWorld(linked.table); // to make others with
  world = panelWorld({ ...linked, account, key, instance });
  ana = await world.signedIn(linked.account, "member");
});

const create = (body: object = FILM, who = ana) => world.panel("POST", "/uploads", { ...who, body });
const made = async (body: object = FILM) => (await create(body)).body.data as Upload;
const send = (media: object, who = ana) =>
  world.panel("POST", "/v1/messages", {
    ...who,
    body: { instance_id: linked.instance, to: "5511999990001", text: "Look", media },
  });
const day = () => world.clock.now().toISOString().slice(0, 10);

describe("a file that is too large for a request", () => {
  it("gets an address for one PUT of this very file, and is named by a message then", async () => {
    const { status, body } = await create();
    const { upload_url, headers, expires_at, media } = body.data as Upload;
    expect(status).toBe(201);
    const address = new URL(upload_url);
    const key = decodeURIComponent(address.pathname.slice(1));
    expect(key).toMatch(new RegExp(`^ACC/${linked.account}/UPL/upl_[0-9A-Z]{26}$`));
    expect(Object.fromEntries(address.searchParams)).toEqual({ bytes: String(20 * MB), for: "600" });
    expect(headers["x-amz-checksum-sha256"]).toBe(Buffer.from(SHA, "hex").toString("base64"));
    expect(Date.parse(expires_at) - world.clock.now().getTime()).toBe(600_000);
    expect(media).toMatchObject({ mimetype: "video/mp4", filename: "Our film.mp4" });

    const sent = await send(media);
    expect(sent.status).toBe(202);
    const message = sent.body.data as { id: string; type: string; media: object; origin: string };
    expect(message).toMatchObject({
      type: "video",
      origin: "panel",
      media: { size_bytes: 20 * MB, filename: "Our film.mp4" },
    });
    expect(linked.message(message.id)).toMatchObject({
      content: { kind: "video", file: { key }, caption: "Look" },
      file: { key, sha256: SHA, size_bytes: 20 * MB, mimetype: "video/mp4" },
      file_shared: true,
    });
    expect((await send(media)).status).toBe(202); // another message may name it, too
  });

  it("counts for the account's budget of the day, which refuses what is over it", async () => {
    const budget = 1024 * MB;
    const place = keys.sentFiles(linked.account, day());
    await linked.table.write({ put: { ...place, bytes: budget - 20 * MB } });
    expect((await create()).status).toBe(201);
    expect(linked.table.peek(place)?.bytes).toBe(budget);
    const { status, body, headers } = await create();
    expect([status, body.code]).toEqual([429, "file_budget_used"]);
    expect(Number(headers["Retry-After"])).toBeGreaterThan(0);
  });

  it.each<[string, object, string]>([
    ["a film over 100 MB", { size_bytes: 100 * MB + 1 }, "size_bytes"],
    ["a picture over 16 MB", { mimetype: "image/png", size_bytes: 16 * MB + 1 }, "size_bytes"],
    ["an empty file", { size_bytes: 0 }, "size_bytes"],
    ["half a byte", { size_bytes: 1.5 }, "size_bytes"],
    ["no hash", { sha256: "abc" }, "sha256"],
    ["a hash in capitals", { sha256: SHA.toUpperCase() }, "sha256"],
    ["no media type", { mimetype: "film" }, "mimetype"],
    ["a media type with a line break", { mimetype: "video/mp4\r\nx: y" }, "mimetype"],
    ["a name without end", { filename: "x".repeat(300) }, "filename"],
  ])("is refused: %s", async (_, change, field) => {
    const { status, body } = await create({ ...FILM, ...change });
    expect(status).toBe(422);
    expect(Object.keys(body.errors as object)).toEqual([field]);
    expect(linked.table.peek(keys.sentFiles(linked.account, day()))).toBeNull();
  });
});

describe("the name of an uploaded file", () => {
  it("is another account's nothing, and an API key's no url", async () => {
    const { media } = await made();
    const other = await world.account();
    const bea = await world.signedIn(other, "admin");
    const instance = await world.instance(other);
    const body = { instance_id: instance, to: "5511999990001", media };
    const theirs = await world.panel("POST", "/v1/messages", { ...bea, body });
    expect([theirs.status, Object.keys(theirs.body.errors as object)]).toEqual([422, ["media.url"]]);
    const byKey = await linked.send({ media });
    expect([byKey.status, byKey.body.errors]).toEqual([
      422,
      { "media.url": ["Use a url that begins with https:// or http://."] },
    ]);
  });

  it("is not read when a byte of it is changed, under another media type, as a sticker, after a day, or for a time at which the file is gone", async () => {
    const { media } = await made();
    const seal = media.url.slice("upload:".length);
    const [content = "", tag = ""] = seal.split(".");
    const turned = [...tag].reverse().join("");
    for (const url of [`upload:${seal.slice(1)}`, `upload:${content}.${turned}`, "upload:", "upload:a.b"])
      expect((await send({ ...media, url })).body.errors).toEqual({ "media.url": [expect.stringContaining("again")] });
    expect(Object.keys((await send({ ...media, mimetype: "image/png" })).body.errors as object)).toEqual([
      "media.mimetype",
    ]);
    const sticker = { instance_id: linked.instance, to: "5511999990001", sticker: { url: media.url } };
    expect((await world.panel("POST", "/v1/messages", { ...ana, body: sticker })).status).toBe(422);
    const later30 = new Date(world.clock.now().getTime() + 30 * 86_400_000 + 3_600_000).toISOString();
    world.clock.moveTo(new Date(world.clock.now().getTime() + 2 * 3_600_000));
    const toSend = { instance_id: linked.instance, to: "5511999990001", media, send_at: later30 };
    const tooLate = await world.panel("POST", "/v1/messages", { ...ana, body: toSend });
    expect(tooLate.body.errors).toEqual({ send_at: [expect.stringContaining("Choose the file again")] });
    world.clock.moveTo(new Date(world.clock.now().getTime() + 22 * 3_600_000));
    const later = await world.signedIn(linked.account, "member");
    expect((await send(media, later)).body.errors).toEqual({ "media.url": [expect.stringContaining("again")] });
  });
});
