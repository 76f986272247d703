import { createHash } from "node:crypto";

/**
 * Hashes a text briefly, to detect the same text to many new people; case and white space don't count.
 * @returns null without a text.
 */
export function textHash(text: string | null | undefined): string | null {
  const plain = (text ?? "").toLowerCase().replace(/\s+/g, " ").trim();
  return plain === "" ? null : createHash("sha256").update(plain).digest("base64url").slice(0, 12);
}
