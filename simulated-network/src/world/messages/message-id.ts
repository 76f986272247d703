import { randomBytes } from "node:crypto";

/** Generates a message id in the phones' format: 3A and eighteen hexadecimal digits. */
export function newMessageId(): string {
  return `3A${randomBytes(9).toString("hex").toUpperCase()}`;
}
