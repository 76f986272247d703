/**
 * The part of `qrcode` that computes a code's modules, without the rendering. The package's types only cover its index.
 */
declare module "qrcode/lib/core/qrcode.js" {
  export const create: typeof import("qrcode").create;
}
