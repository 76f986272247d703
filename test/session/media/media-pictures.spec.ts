import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSticker } from "../../../session-service/media/make-sticker.ts";
import { openMediaFolder } from "../../../session-service/media/media-folder.ts";
import { readPicture } from "../../../session-service/media/picture.ts";
import { documentType, sniffFile } from "../../../session-service/media/sniff-file.ts";
import { passingFolder } from "../../support/passing-folder.ts";
import { animation, gif, HTML, PDF, picture, recorded, SVG } from "../support/sample-files.ts";

let folder: string;
beforeAll(() => {
  folder = passingFolder("pictures-");
});
afterAll(() => rmSync(folder, { recursive: true }));

function stored(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Creates a small image whose color depends on `n`. */
const spot = (n: number) =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: { r: (n * 37) % 256, g: (n * 91) % 256, b: 9 } } })
    .png()
    .toBuffer();

/** Creates an 8,000 x 8,000 px PNG whose 200 KB would decode to 190 MB. */
const bomb = () =>
  sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: "red" }, limitInputPixels: false })
    .png({ compressionLevel: 6 })
    .toBuffer();

describe("what a file is, by its own bytes", () => {
  const png = () => picture().png().toBuffer();
  const samples: [string, () => Promise<Buffer> | Buffer, string | null][] = [
    ["a PNG named .pdf", png, "image/png"],
    ["a JPEG", () => picture().jpeg().toBuffer(), "image/jpeg"],
    ["a WebP", () => picture().webp().toBuffer(), "image/webp"],
    ["a PDF", () => PDF, "application/pdf"],
    ["an SVG", () => SVG, "image/svg+xml"],
    [
      "an SVG behind an XML header",
      () => Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), SVG]),
      "image/svg+xml",
    ],
    ["an HTML page", () => HTML, "text/html"],
    ["an HTML page behind blank lines", () => Buffer.concat([Buffer.from("\r\n\r\n  "), HTML]), "text/html"],
    ["an empty file", () => Buffer.alloc(0), null],
    ["a text", () => Buffer.from("Name,Age\nAna,30\n"), null],
    ["a sound", () => recorded("sound.mp3", []), "audio/mpeg"],
    ["a film", () => recorded("film.mp4", []), "video/mp4"],
  ];

  it.each(samples)("%s", async (name, make, type) => {
    expect(await sniffFile(stored(`${name}.pdf`, await make()))).toBe(type);
  });

  it("a document goes under the type its bytes show, a vague or unknown one under the declared type", () => {
    expect(documentType("image/png", "application/pdf")).toBe("image/png");
    expect(documentType(null, "text/csv")).toBe("text/csv");
    expect(documentType("application/zip", "application/vnd.android.package-archive")).toContain("android");
  });

  it("a web page that came instead of a document is refused, one that was meant is not", () => {
    expect(documentType("text/html", "application/pdf")).toBeNull();
    expect(documentType("text/html", "text/html; charset=utf-8")).toBe("text/html; charset=utf-8");
  });
});

describe("pictures", () => {
  const read = async (bytes: Buffer) => {
    const path = stored("picture", bytes);
    return readPicture(path, await sniffFile(path));
  };

  it("JPEG and PNG stay as they are, with their size and a thumbnail", async () => {
    for (const bytes of [await picture(300, 200).jpeg().toBuffer(), await picture(300, 200).png().toBuffer()]) {
      const { width, height, thumbnail, converted } = await read(bytes);
      expect({ width, height, converted }).toEqual({ width: 300, height: 200, converted: null });
      expect(await sharp(thumbnail).metadata()).toMatchObject({ format: "jpeg", width: 96, height: 64 });
      expect(thumbnail.length).toBeLessThan(8_000);
    }
  });

  it("a picture taken upright has the size it is seen with", async () => {
    const turned = await picture(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await read(turned)).toMatchObject({ width: 200, height: 300 });
  });

  it("WebP, GIF and AVIF become JPEG", async () => {
    for (const bytes of [
      await picture().webp().toBuffer(),
      await picture().gif().toBuffer(),
      await picture().avif().toBuffer(),
    ]) {
      const { mimetype, converted } = await read(bytes);
      expect(mimetype).toBe("image/jpeg");
      expect(await sharp(converted ?? bytes).metadata()).toMatchObject({ format: "jpeg", width: 300 });
    }
  });

  const refused: [string, () => Promise<Buffer> | Buffer, string][] = [
    ["an SVG", () => SVG, "media_type_refused"],
    ["an HTML page", () => HTML, "media_type_refused"],
    ["a PDF", () => PDF, "media_type_refused"],
    ["a truncated JPEG", async () => half(await picture().jpeg().toBuffer()), "media_type_refused"],
    ["a truncated PNG", async () => half(await picture().png().toBuffer()), "media_type_refused"],
    [
      "only the beginning of a JPEG",
      async () => (await picture().jpeg().toBuffer()).subarray(0, 20),
      "media_type_refused",
    ],
    ["a pixel bomb", bomb, "file_too_large"],
  ];

  it("of an iPhone that can't be decoded here says what to send instead", async () => {
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
    const told = expect.stringContaining("Send the picture as JPEG");
    await expect(read(heic)).rejects.toMatchObject({ code: "media_type_refused", told });
  });

  it.each(refused)("%s is refused", async (_name, make, code) => {
    await expect(read(await make())).rejects.toMatchObject({ name: "CannotPrepare", code });
  });
});

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

describe("stickers", () => {
  const make = async (bytes: Buffer) => {
    const path = stored("sticker", bytes);
    return makeSticker(path, await sniffFile(path));
  };

  it("a picture becomes a WebP of 512 x 512 and at most 100 KB, whole and on transparent ground", async () => {
    const { webp, isAnimated } = await make(await picture(900, 300).png().toBuffer());

    expect(await sharp(webp).metadata()).toMatchObject({ format: "webp", width: 512, height: 512, hasAlpha: true });
    expect(webp.length).toBeLessThanOrEqual(100 * 1024);
    expect(isAnimated).toBe(false);
    const corner = await sharp(webp).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
    expect(corner[3]).toBe(0);
  });

  it("one that is a sticker already stays as it is", async () => {
    const sticker = await sharp({ create: { width: 512, height: 512, channels: 4, background: "blue" } })
      .webp()
      .toBuffer();
    expect((await make(sticker)).webp).toEqual(sticker);
  });

  it("an animated one stays animated", async () => {
    const { webp, isAnimated } = await make(await animation());

    expect(isAnimated).toBe(true);
    expect(await sharp(webp, { animated: true }).metadata()).toMatchObject({
      format: "webp",
      width: 512,
      pageHeight: 512,
      pages: 2,
    });
    expect(webp.length).toBeLessThanOrEqual(500 * 1024);
  });

  it("a GIF that moves goes on moving, and one that doesn't is a still one", async () => {
    const { webp, isAnimated } = await make(await gif(3));

    expect(isAnimated).toBe(true);
    expect(await sharp(webp, { animated: true }).metadata()).toMatchObject({ format: "webp", width: 512, pages: 3 });
    expect(await make(await picture().gif().toBuffer())).toMatchObject({ isAnimated: false });
  });

  it("one of more pictures than can be decoded at a sticker's size is refused, with the reason", async () => {
    const frames = await Promise.all(Array.from({ length: 151 }, (_, n) => spot(n)));
    const long = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    await expect(make(long)).rejects.toMatchObject({ code: "file_too_large", told: expect.stringContaining("150") });
  });

  it.each([
    ["a PDF", () => PDF],
    ["a damaged WebP", async () => half(await picture(512, 512).webp().toBuffer())],
  ] as const)("%s is refused", async (_name, bytes) => {
    await expect(make(await bytes())).rejects.toMatchObject({ code: "media_type_refused" });
  });
});

describe("the folder for files on their way", () => {
  it("is emptied at the start, also of what killed processes left, but not of a living one's files", () => {
    const shared = dirname(openMediaFolder(folder).path);
    const left = (pid: string) => {
      const place = join(shared, pid);
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, "left"), "x");
      return join(place, "left");
    };
    const [own, dead, living] = [left(String(process.pid)), left("999999999"), left(String(process.ppid))];

    const opened = openMediaFolder(folder);

    expect([own, dead, living].map(existsSync)).toEqual([false, false, true]);
    expect(readdirSync(opened.path)).toEqual([]);
  });

  it("is its user's alone, and is not used when others can access it", () => {
    const place = mkdtempSync(join(folder, "alone-"));
    const opened = openMediaFolder(place);
    const shared = dirname(opened.path);
    expect([opened.path, shared].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);

    chmodSync(shared, 0o777);
    expect(() => openMediaFolder(place)).toThrow(/Other users of this machine can access .*set TMPDIR/);

    chmodSync(shared, 0o700);
    opened.remove();
    expect(existsSync(shared)).toBe(false);
  });

  it("gives files that go when they are not needed any more", async () => {
    const opened = openMediaFolder(folder);
    {
      await using file = opened.newFile();
      writeFileSync(file.path, "x");
    }
    expect(readdirSync(opened.path)).toEqual([]);
  });
});
