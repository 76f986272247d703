import { randomBytes } from "node:crypto";

/** Generates a code for an invite link. */
export function newInviteCode(): string {
  return randomBytes(16).toString("base64url");
}
