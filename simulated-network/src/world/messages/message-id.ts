import { randomBytes } from "node:crypto";

/** A message id as phones make them: 3A and eighteen hexadecimal digits. */
export function newMessageId(): string {
  return `3A${randomBytes(9).toString("hex").toUpperCase()}`;
}
