/** A piece of a stranger's text, either plain text or a web address. */
export interface TextPart {
  text: string;
  /** The web address to link to, or null for plain text. */
  href: string | null;
}

/**
 * Matches the start of a link. Only these two schemes are recognized. Anything else, such as `javascript:`, remains
 * plain text.
 */
const BEGINS_LINK = /https?:\/\//gi;
/** Matches characters that end a web address. `<`, `>` and quotes never occur in one. */
const ENDS_LINK = /[\s<>"]/u;
const LINK_MAX_CHARS = 2_000;
/** Punctuation that may follow a web address in a sentence without being part of it. */
const BEHIND = new Set([".", ",", ";", ":", "!", "?", "'", "*", "_", "~", "`", "…", "»", "”", "’"]);

/** Splits a text into links and the rest; the pieces together are the unchanged text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let read = 0;
  for (const found of text.matchAll(BEGINS_LINK)) {
    if (found.index < read) continue;
    const address = addressAt(text, found.index);
    const href = pageAddress(address);
    if (href === null) continue;
    if (found.index > read) parts.push({ text: text.slice(read, found.index), href: null });
    parts.push({ text: address, href });
    read = found.index + address.length;
  }
  if (read < text.length) parts.push({ text: text.slice(read), href: null });
  return parts;
}

function addressAt(text: string, from: number): string {
  let end = from;
  while (end < text.length && end - from < LINK_MAX_CHARS && !ENDS_LINK.test(text[end] ?? "")) end += 1;
  while (end > from && isBehind(text, from, end)) end -= 1;
  return text.slice(from, end);
}

/** Whether the last character belongs to the sentence, including a bracket that was opened before the address. */
function isBehind(text: string, from: number, end: number): boolean {
  const last = text[end - 1] ?? "";
  if (BEHIND.has(last)) return true;
  return last === ")" && !text.slice(from, end).includes("(");
}

/** The address as the browser will request it. @returns null if it is invalid or contains a name or password. */
export function pageAddress(address: string): string | null {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (url.hostname === "" || url.username !== "" || url.password !== "") return null;
  return url.href;
}
