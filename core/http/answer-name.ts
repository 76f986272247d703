import { parse } from "content-disposition";
import { cleanFileName } from "../domain/files/file-name.ts";

/** Matches the file extensions of server-side programs, which say nothing about the returned file. */
const PROGRAM = /\.(?:php\d?|aspx?|ashx|jspx?|cgi|pl|do|action|dll|cfm)$/i;
/** Matches percent encoding in a name that shouldn't contain any. */
const ESCAPED = /%(?:20|[89a-f][0-9a-f])/i;

/**
 * Returns the file name from a server's response: the name in Content-Disposition (RFC 6266) or, failing that, the last
 * segment of the URL, or null if neither contains a name.
 */
export function answerName(disposition: string | undefined, url: URL): string | null {
  const given = disposition === undefined ? undefined : parse(asWritten(disposition)).parameters.filename;
  const named = cleanFileName(given !== undefined && ESCAPED.test(given) ? unescaped(given) : given);
  const piece = unescaped(url.pathname.split("/").at(-1) ?? "").replace(PROGRAM, "");
  return named ?? cleanFileName(piece);
}

/**
 * Decodes a header value as UTF-8. Node turns each byte into a character, and servers send UTF-8 although the standard
 * allows only Latin-1.
 */
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
