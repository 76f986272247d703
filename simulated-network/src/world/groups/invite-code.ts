import { randomBytes } from "node:crypto";

/** Generates a code for invite links. */
export function newInviteCode(): string {
  return randomBytes(16).toString("base64url");
}
