import { proto } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { withOptOutLine } from "../../../core/domain/broadcasts/opt-out-line.ts";
import type { MediaContent } from "../../../core/domain/messages/message-content.ts";
import { TransactionRefused, type Write } from "../../../core/store/table.ts";
import { CannotPrepare } from "../../../session-service/media/cannot-prepare.ts";
import { broadcastLane, PEOPLE } from "../../support/models/broadcast-lane.ts";
import { passing } from "../../support/models/lane-tampering.ts";

const DAY = 86_400;
const CAPTION = withOptOutLine("Hello there", "en");

/** Returns an uploaded image with the URL of the nth upload. */
const picture = (n: number) =>
  proto.Message.encode({ imageMessage: { url: `https://example.com/${n}`, caption: "?" } }).finish();

/** Creates a stage that counts its uploads. @param upload does the n-th upload. */
async function uploading(upload: (n: number) => Uint8Array = picture, seen?: Parameters<typeof broadcastLane>[3]) {
  let uploads = 0;
  const shown: { id: string; url: string; caption: string }[] = [];
  const stage = await broadcastLane(
    PEOPLE,
    {
      encode: async (_chat, _message, prepared) => prepared ?? upload(++uploads),
      relay: async (_chat, id, bytes) => {
        const { imageMessage } = proto.Message.decode(bytes);
        shown.push({ id, url: String(imageMessage?.url), caption: String(imageMessage?.caption) });
      },
    },
    undefined,
    seen,
  );
  const media = { kind: "image", source: { url: "https://example.com/tea.jpg" } } as unknown as MediaContent; // its bytes are the stage's
  const make = (fields = {}) => stage.makeAt(1, { media, ...fields });
  return { ...stage, shown, make, uploads: () => uploads };
}

describe("a broadcast's file", () => {
  it("is uploaded once for all, and each message has its own caption", async () => {
    const stage = await uploading();
    stage.begin();
    stage.make();
    await stage.runTo(3_600);

    expect(stage.uploads()).toBe(1);
    expect(stage.shown.map(({ url, caption }) => [url, caption])).toEqual(
      PEOPLE.map(() => ["https://example.com/1", CAPTION]),
    );
    expect(stage.broadcast()?.status).toBe("completed");
  });

  it("is uploaded again when what it was uploaded as could not be stored, and nobody gets it twice", async () => {
    let isLost = false;
    const isOfFile = (write: Write) => "update" in write && write.set?.prepared !== undefined;
    const stage = await uploading(picture, (table) => ({
      ...passing(table),
      transact: async (writes) => {
        if (isLost || !writes.some(isOfFile)) return table.transact(writes);
        isLost = true;
        throw new TransactionRefused([]);
      },
    }));
    stage.begin();
    stage.make();
    await stage.runTo(3_600);

    expect(isLost).toBe(true);
    expect(stage.uploads()).toBe(2);
    expect(new Set(stage.shown.map(({ id }) => id)).size).toBe(3);
    expect(stage.shown).toHaveLength(3);
    expect(stage.broadcast()?.status).toBe("completed");
  });

  it("is uploaded anew after five days", async () => {
    const stage = await uploading();
    stage.begin();
    const at = new Date(stage.sim.start - 6 * DAY * 1_000).toISOString();
    stage.make({ prepared: { bytes: picture(0), at } });
    await stage.runTo(3_600);

    expect(stage.uploads()).toBe(1);
    expect(new Set(stage.shown.map(({ url }) => url))).toEqual(new Set(["https://example.com/1"]));
  });

  it("that can never be sent pauses the broadcast, and so does one that fails for ever", async () => {
    const never = await uploading(() => {
      throw new CannotPrepare("media_unreachable", "no picture");
    });
    const failing = await uploading(() => {
      throw new Error("the host is away");
    });
    for (const stage of [never, failing]) {
      stage.begin();
      stage.make();
      await stage.runTo(3_600);
      expect(stage.broadcast()).toMatchObject({ status: "paused", reason: "failures" });
      expect(stage.shown).toEqual([]);
    }

    expect(never.uploads()).toBe(1);
    expect(failing.uploads()).toBe(15);
  });
});
