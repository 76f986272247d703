import { timingSafeEqual } from "node:crypto";

/** Bytes of the HMAC that a cursor carries. */
const TAG_BYTES = 16;

/** Computes the HMAC of a text under the deployment's secret. */
export type CursorHmac = (text: string) => Promise<Buffer>;

/**
 * Makes an opaque text for URLs of a place in a list. It is bound to `scope` (account and filters), so it works for
 * nobody else and for no other list.
 */
export async function sealCursor(hmac: CursorHmac, scope: string, position: string): Promise<string> {
  const tag = (await hmac(`${scope}|${position}`)).subarray(0, TAG_BYTES);
  return `${Buffer.from(position).toString("base64url")}.${tag.toString("base64url")}`;
}

/** Reads such a text. @returns the position; null for a text that this scope never got. */
export async function openCursor(hmac: CursorHmac, scope: string, cursor: string): Promise<string | null> {
  const parts = /^([\w-]{1,600})\.([\w-]{22})$/.exec(cursor);
  if (!parts?.[1] || !parts[2]) return null;
  const position = Buffer.from(parts[1], "base64url").toString();
  const tag = Buffer.from(parts[2], "base64url");
  const expected = (await hmac(`${scope}|${position}`)).subarray(0, TAG_BYTES);
  return tag.length === expected.length && timingSafeEqual(tag, expected) ? position : null;
}
