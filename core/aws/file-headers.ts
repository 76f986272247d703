import { cleanFileName } from "../domain/files/file-name.ts";
import { handedOutType } from "../domain/files/handed-out-type.ts";

/**
 * Returns the response headers for a customer's file. Browsers save the file instead of displaying it, under a safe
 * name regardless of how the sender named it. A media type that is invalid, or that the bytes contradict, is replaced
 * by a generic binary type.
 * @param begins the file's first bytes (see `handedOutType`).
 */
export function fileHeaders(
  about: { mimetype: string; filename: string | null },
  begins: Uint8Array,
): { contentType: string; contentDisposition: string } {
  return { contentType: handedOutType(about.mimetype, begins), contentDisposition: savedAs(about.filename) };
}

/** Returns a `Content-Disposition` header that makes browsers save the file under this name. */
export const savedAs = (filename: string | null): string => attachment(cleanFileName(filename));

/**
 * Returns an ASCII-only header: other characters are percent-encoded, and a plain name is added for clients that can't
 * decode them (RFC 6266).
 */
function attachment(name: string | null): string {
  if (name === null) return "attachment";
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  if (plain === name) return `attachment; filename="${plain}"`;
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
