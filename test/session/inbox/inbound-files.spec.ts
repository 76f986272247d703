import { createHash } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseFence } from "../../../core/records/fence.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { foreign } from "../../../session-service/baileys/inbound/bounds/foreign.ts";
import { fileOf } from "../../../session-service/baileys/inbound/content/file-fields.ts";
import { downloadFile } from "../../../session-service/baileys/inbound/download-file.ts";
import { InstanceSession } from "../../../session-service/session/session.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import { fleetDeps } from "../support/fleet-deps.ts";
import { SendingWorld } from "../support/sending-world.ts";
import { ACCOUNT } from "../support/session-world.ts";

const BYTES = Buffer.from("a picture, as far as anybody can tell; it is longer than one block of the cipher");
const data = BYTES.toString("base64");
const sha256 = createHash("sha256").update(BYTES).digest("hex");
const PICTURE = { media: { data, mimetype: "image/png" }, text: "Look" };

describe("a received file", () => {
  let sending: SendingWorld;
  beforeAll(async () => {
    sending = await SendingWorld.create();
  });
  afterAll(() => sending.tearDown());

  const send = (body: Record<string, unknown>, from = ANA) =>
    sending.world.stage.sandbox.write(from, { to: OLGA, ...body });
  const write = async (body: Record<string, unknown>) => sending.received((await send(body)).id);
  const stored = (id: string) => sending.world.messages().filter(({ network_id }) => network_id === id);
  const fault = (kind: string, for_seconds: number) => sending.world.stage.sandbox.fault({ kind, for_seconds });

  /** Delays everything put into the media store until the test releases it. */
  function holdMedia() {
    const { media } = sending.world;
    const put = media.put.bind(media);
    const { promise: letGo, resolve } = Promise.withResolvers<void>();
    const held: string[] = [];
    media.put = async (key, file, about) => {
      held.push(key);
      await letGo;
      return put(key, file, about);
    };
    return {
      held,
      letGo() {
        media.put = put;
        resolve();
      },
    };
  }

  /** Sends the same file in another message with altered fields, since a sender can write anything into them. */
  async function forged(changes: proto.Message.IImageMessage): Promise<MessageRecord> {
    const honest = await write(PICTURE);
    const { imageMessage } = proto.Message.decode(honest.network_bytes ?? new Uint8Array());
    const message = proto.Message.create({ imageMessage: { ...imageMessage, ...changes } });
    const raw = proto.Message.toObject(message, { bytes: String, longs: Number, defaults: false });
    return write({ raw });
  }

  it("of 101 MB, as the message says, is not fetched: media null and file_too_large", async () => {
    const record = await forged({ fileLength: 101 * 1024 * 1024 });
    expect(record).toMatchObject({ type: "image", body: "Look", file: null, error_code: "file_too_large" });
    expect(sending.world.events("message.received").find(({ id }) => id === record.id)).toMatchObject({
      media: null,
      error_code: "file_too_large",
    });
  });

  it("whose hash is not the promised one is fetched once more, then its message comes without it", async () => {
    const before = sending.world.media.files.size;
    const record = await forged({ fileSha256: Buffer.alloc(32) });
    expect(record).toMatchObject({ body: "Look", file: null, error_code: "media_unreachable" });
    expect(sending.world.media.files.size).toBe(before + 1);
  });

  it("that is damaged on the way is never stored", async () => {
    await fault("corrupt_media", 600);
    const record = await write(PICTURE);
    expect(record).toMatchObject({ file: null, error_code: "media_unreachable" });
    await fault("corrupt_media", 0);
  });

  it("that has expired is asked for again, and comes", async () => {
    await fault("expire_media", 600);
    const record = await write(PICTURE);
    expect(record).toMatchObject({ file: { sha256 }, error_code: null });
    await fault("expire_media", 0);
  });

  it("that nobody has any more leaves its message without it", async () => {
    const hold = holdMedia();
    const { id } = await send(PICTURE);
    await eventually("the file's turn", () => hold.held.length === 1);
    await sending.world.stage.sandbox.fault({ kind: "lose_media" });
    hold.letGo();
    expect(await sending.received(id)).toMatchObject({ body: "Look", file: null, error_code: "media_unreachable" });
  });

  it("of one person whose files are gone, while the phone is silent, delays nobody else's", async () => {
    const hold = holdMedia();
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push((await send(PICTURE)).id);
    await eventually("the first of them", () => hold.held.length === 2);
    await sending.world.stage.sandbox.fault({ kind: "lose_media" });
    await sending.world.stage.sandbox.request("PATCH", `/phones/${OLGA}`, { online: false });
    hold.letGo();

    const { id } = await send(PICTURE, BEN);
    const record = await eventually("the other one", () => stored(id)[0], 10_000);

    expect(record).toMatchObject({ file: { sha256 }, error_code: null });
    expect(ids.flatMap(stored)).toEqual([]);
    await sending.world.stage.sandbox.request("PATCH", `/phones/${OLGA}`, { online: true });
  });

  it("at another host than the network's own is not asked for there", async () => {
    const part: proto.Message.IImageMessage = {
      mediaKey: Buffer.alloc(32),
      directPath: null,
      url: "https://169.254.169.254/latest/meta-data",
    };
    const file = fileOf("image", foreign<proto.Message.IImageMessage>(part), {});
    await expect(downloadFile(file, fleetDeps(), new AbortController().signal).next()).rejects.toThrow("404");
  });

  it("does not hold up the texts behind it; three are fetched at a time; what is done to one waits for it", async () => {
    const hold = holdMedia();
    const files = [];
    for (let n = 0; n < 5; n++) files.push((await send(PICTURE, n % 2 ? ANA : BEN)).id);
    const [first = ""] = files;
    await sending.world.stage.sandbox.act(BEN, first, "edit", { text: "Edited meanwhile" });
    await sending.world.stage.sandbox.act(BEN, first, "react", { emoji: "👍" });
    expect(await write({ text: "Behind them" })).toMatchObject({ body: "Behind them" });
    await eventually("three files' turn", () => hold.held.length === 3);
    expect(files.flatMap(stored)).toEqual([]);

    hold.letGo();
    for (const id of files) expect(await sending.received(id)).toMatchObject({ file: { sha256 } });
    await eventually("what was done to it", () => {
      const [now] = stored(first);
      return now?.body === "Edited meanwhile" && now.reactions?.length === 1;
    });
    const ids = files.flatMap(stored).map(({ id }) => id);
    expect(sending.world.events("message.received").filter(({ id }) => ids.includes(String(id)))).toHaveLength(5);
  });
});

describe("a message whose file is on its way", () => {
  let sending: SendingWorld;
  beforeAll(async () => {
    sending = await SendingWorld.create();
  });
  afterAll(() => sending.tearDown());

  it("comes once, with it, when the process dies in between, and so does what was done to it", async () => {
    const { world, session, instance } = sending;
    const stored = (id: string) => world.messages().filter(({ network_id }) => network_id === id);
    const held = Promise.withResolvers<void>();
    world.media.put = () => {
      held.resolve();
      return new Promise(() => {});
    };
    const { id } = await world.stage.sandbox.write(ANA, { to: OLGA, ...PICTURE });
    await held.promise;
    await world.stage.sandbox.act(ANA, id, "react", { emoji: "👍" });
    await eventually("both in the journal", () => journal().length === 2);
    // From now on, the session doesn't write anything, as if its process had died.
    session.abandon();
    world.media.put = memoryMedia().put;
    expect(stored(id)).toEqual([]);

    await raiseFence(world.table, instance);
    const next = new InstanceSession(
      world.deps(),
      { instance_id: instance, account_id: ACCOUNT, fence: Number(world.table.peek(keys.receiving(instance))?.fence) },
      () => true,
    );
    await next.start(world.instance(instance));
    expect(await sending.received(id)).toMatchObject({ body: "Look", file: { sha256 } });
    await eventually("the reaction", () => stored(id)[0]?.reactions?.length === 1);
    await eventually("an empty journal", () => journal().length === 0);
    expect(stored(id)).toHaveLength(1);
    await next.stop();

    function journal() {
      return world.table.partition(keys.sessionKey(instance, "", "").pk).filter(({ sk }) => sk.startsWith("journal#"));
    }
  });
});
