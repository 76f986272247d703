import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";

const HEAD_BYTES = 1_024;
/** Container types that say little about their content, so the declared type is used instead. */
const VAGUE = new Set(["application/zip", "application/xml", "application/x-cfb", "application/gzip"]);

/** Returns a file's media type, determined from its bytes, or null if unknown. */
export async function sniffFile(path: string): Promise<string | null> {
  const found = (await fileTypeFromFile(path))?.mime ?? null;
  if (found !== null && !VAGUE.has(found)) return found;
  const head = await readHead(path);
  if (looksLikeHtml(head)) return "text/html";
  return /<svg[\s>]/i.test(head) ? "image/svg+xml" : found;
}

/**
 * Returns the type under which to send a document: the type detected from its bytes, if any; otherwise, the declared
 * type.
 * @returns null if the file is a web page declared as something else, such as the login page of a protected link.
 */
export function documentType(sniffed: string | null, declared: string): string | null {
  const isPage = sniffed === "text/html";
  if (isPage && !/^(text\/|application\/(xhtml|octet-stream))/i.test(declared)) return null;
  return sniffed === null || VAGUE.has(sniffed) || isPage ? declared : sniffed;
}

async function readHead(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.toString("latin1", 0, bytesRead);
}

const looksLikeHtml = (head: string) =>
  /^(?:\xef\xbb\xbf)?\s*(?:<!--[^>]{0,200}-->\s*)?<(?:!doctype html|html|head)\b/i.test(head);
