import { createHash } from "node:crypto";

/**
 * Returns a short hash of a text, to detect the same text to many new people, ignoring case and white space.
 * @returns null without a text.
 */
export function textHash(text: string | null | undefined): string | null {
  const plain = (text ?? "").toLowerCase().replace(/\s+/g, " ").trim();
  return plain === "" ? null : createHash("sha256").update(plain).digest("base64url").slice(0, 12);
}
