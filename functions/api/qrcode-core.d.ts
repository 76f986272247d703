/** The part of `qrcode` that makes a code's squares, without what draws them; the package's types name its index only. */
declare module "qrcode/lib/core/qrcode.js" {
  export const create: typeof import("qrcode").create;
}
