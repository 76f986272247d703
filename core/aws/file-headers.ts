import { cleanFileName } from "../domain/file-name.ts";
import { cleanMediaType } from "../domain/media-type.ts";

/**
 * The headers with which a customer's file is handed out. It is saved, never shown, under a name that is safe whatever
 * the sender called it; a media type that is none becomes plain bytes.
 */
export function fileHeaders(about: { mimetype: string; filename: string | null }): {
  contentType: string;
  contentDisposition: string;
} {
  return {
    contentType: cleanMediaType(about.mimetype) ?? "application/octet-stream",
    contentDisposition: attachment(cleanFileName(about.filename)),
  };
}

/** ASCII only: other letters come percent-encoded, beside a plain name for clients that don't read them (RFC 6266). */
function attachment(name: string | null): string {
  if (name === null) return "attachment";
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  if (plain === name) return `attachment; filename="${plain}"`;
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
