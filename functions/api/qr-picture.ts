import { crc32, deflateSync } from "node:zlib";
import { create } from "qrcode/lib/core/qrcode.js";

/** The width of a module in pixels, and the width of the quiet zone that scanners need, in modules. */
const SCALE = 4;
const MARGIN = 4;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 1;
const GREYSCALE = 0;

/**
 * Renders a QR code as a `data:` URL of a PNG with one bit per pixel. Node's own compression makes this possible in a
 * few lines; an image library would make up a third of the function's code.
 * @param value the text to encode.
 */
export function qrPicture(value: string): string {
  const { modules } = create(value);
  const width = (modules.size + 2 * MARGIN) * SCALE;
  const isDark = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < modules.size && y < modules.size && modules.get(y, x) === 1;

  const rows: Buffer[] = [];
  for (let y = -MARGIN; y < modules.size + MARGIN; y++) {
    // Each row has one byte that means "not filtered", followed by one byte per eight pixels. A set bit is a white
    // pixel.
    const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
    row[0] = 0;
    for (let pixel = 0; pixel < width; pixel++) {
      const at = 1 + (pixel >> 3);
      if (isDark(Math.floor(pixel / SCALE) - MARGIN, y)) row[at] = (row[at] ?? 0) & ~(0x80 >> (pixel & 7));
    }
    for (let line = 0; line < SCALE; line++) rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.set([BIT_DEPTH, GREYSCALE], 8);
  const picture = [chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.concat(rows))), chunk("IEND", Buffer.of())];
  return `data:image/png;base64,${Buffer.concat([SIGNATURE, ...picture]).toString("base64")}`;
}

/** Returns a PNG chunk: length, name, content, and the checksum of name and content. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}
