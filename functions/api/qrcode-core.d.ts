/**
 * The part of `qrcode` that computes a code's squares, without the drawing; the package's types cover its index only.
 */
declare module "qrcode/lib/core/qrcode.js" {
  export const create: typeof import("qrcode").create;
}
