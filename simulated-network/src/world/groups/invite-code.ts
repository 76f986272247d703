import { randomBytes } from "node:crypto";

/** A code as invite links carry it. */
export function newInviteCode(): string {
  return randomBytes(16).toString("base64url");
}
