import { timingSafeEqual } from "node:crypto";

/** The size of the HMAC in a sealed string, in bytes. */
const TAG_BYTES = 16;

/** Computes the HMAC of a string, using the deployment's secret. */
export type SealHmac = (text: string) => Promise<Buffer>;

/**
 * Seals a short string, such as a position in a list, into an opaque string that only this deployment can create and
 * open. The result is bound to `scope` (an account and a list's filters) and invalid anywhere else.
 */
export async function sealText(hmac: SealHmac, scope: string, text: string): Promise<string> {
  const tag = (await hmac(`${scope}|${text}`)).subarray(0, TAG_BYTES);
  return `${Buffer.from(text).toString("base64url")}.${tag.toString("base64url")}`;
}

/** Opens a sealed string. @returns null for a string that wasn't sealed for this scope. */
export async function openText(hmac: SealHmac, scope: string, sealed: string): Promise<string | null> {
  const parts = /^([\w-]{1,600})\.([\w-]{22})$/.exec(sealed);
  if (!parts?.[1] || !parts[2]) return null;
  const text = Buffer.from(parts[1], "base64url").toString();
  const tag = Buffer.from(parts[2], "base64url");
  const expected = (await hmac(`${scope}|${text}`)).subarray(0, TAG_BYTES);
  return tag.length === expected.length && timingSafeEqual(tag, expected) ? text : null;
}
