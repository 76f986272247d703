import QRCode from "qrcode";
import sharp from "sharp";
import { expect, it } from "vitest";
import { qrPicture } from "../../functions/api/qr-picture.ts";

const LINK = `2@${"abcdefghij".repeat(20)},${"A".repeat(44)},${"B".repeat(44)},${"C".repeat(44)}`;

async function pixels(dataUri: string) {
  const { data, info } = await sharp(Buffer.from(dataUri.split(",")[1] ?? "", "base64"))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { size: [info.width, info.height], data: data.toString("hex") };
}

it.each(["1", "https://wa.me/5511988880000?text=12345678", LINK])(
  "draws %s as the library draws it, square by square",
  async (value) => {
    const own = qrPicture(value);
    expect(own).toMatch(/^data:image\/png;base64,/);
    expect(await pixels(own)).toEqual(await pixels(await QRCode.toDataURL(value, { scale: 4, margin: 4 })));
  },
);
