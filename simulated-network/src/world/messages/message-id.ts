import { randomBytes } from "node:crypto";

/** Generates a message id in the format used by phones: 3A and eighteen hex digits. */
export function newMessageId(): string {
  return `3A${randomBytes(9).toString("hex").toUpperCase()}`;
}
