import { parse } from "content-disposition";
import { cleanFileName } from "../domain/files/file-name.ts";

/** Endings of programs on a server, which say nothing about what they answer with. */
const PROGRAM = /\.(?:php\d?|aspx?|ashx|jspx?|cgi|pl|do|action|dll|cfm)$/i;
/** Percent signs that stand for other characters, where a name should have been written as it is. */
const ESCAPED = /%(?:20|[89a-f][0-9a-f])/i;

/**
 * The name that an answer's server gives its file: that of Content-Disposition (RFC 6266), or else the last piece of
 * the address; null if neither has one.
 */
export function answerName(disposition: string | undefined, url: URL): string | null {
  const given = disposition === undefined ? undefined : parse(asWritten(disposition)).parameters.filename;
  const named = cleanFileName(given !== undefined && ESCAPED.test(given) ? unescaped(given) : given);
  const piece = unescaped(url.pathname.split("/").at(-1) ?? "").replace(PROGRAM, "");
  return named ?? cleanFileName(piece);
}

/** A header's text: Node reads each byte as a character, and servers send UTF-8 where the rules know Latin-1 only. */
function asWritten(header: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(header, "latin1"));
  } catch {
    return header;
  }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
