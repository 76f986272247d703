import { createHash } from "node:crypto";

/**
 * Returns a short hash of a text, used to detect when the same text is sent to many new people. Ignores case and white
 * space.
 * @returns null if there is no text.
 */
export function textHash(text: string | null | undefined): string | null {
  const plain = (text ?? "").toLowerCase().replace(/\s+/g, " ").trim();
  return plain === "" ? null : createHash("sha256").update(plain).digest("base64url").slice(0, 12);
}
