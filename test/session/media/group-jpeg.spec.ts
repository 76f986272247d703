import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { groupJpeg } from "../../../session-service/media/group-jpeg.ts";
import { passingFolder } from "../../support/passing-folder.ts";

describe("a group's picture", () => {
  let folder: string;
  beforeAll(() => {
    folder = passingFolder("group-picture-");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Generates an image of random noise, which barely compresses. */
  async function noise(width: number, height: number): Promise<string> {
    const path = join(folder, `${width}x${height}.png`);
    await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .png()
      .toFile(path);
    return path;
  }

  it("is a square JPEG of at most 100 KB, whatever it shows", async () => {
    const made = await groupJpeg(await noise(900, 700), "image/png");
    expect(made.length).toBeLessThanOrEqual(100 * 1024);
    expect(await sharp(made).metadata()).toMatchObject({ format: "jpeg", width: 640, height: 640 });
  });

  it("has at least 192 pixels on each side", async () => {
    expect((await groupJpeg(await noise(192, 192), "image/png")).length).toBeGreaterThan(0);
    const told = expect.stringContaining("192 pixels");
    await expect(groupJpeg(await noise(500, 191), "image/png")).rejects.toMatchObject({ told });
  });

  it("is made of a JPEG or PNG alone", async () => {
    await expect(groupJpeg(await noise(200, 200), "image/gif")).rejects.toMatchObject({ code: "media_type_refused" });
  });
});
