import sniffEncoding from "html-encoding-sniffer";

/**
 * Where a page says its encoding that is far from its beginning, browsers don't look; pages of old tools say it there.
 */
const LOOKED_AT_BYTES = 64 * 1024;
const CHARSET = /;\s{0,20}charset\s{0,20}=\s{0,20}["']?([\w.:-]{1,40})/i;

/**
 * The text of a page: in the encoding of its byte order mark, of the answer's header or of its own meta tag; of a page
 * that names none, UTF-8 if it is that, or else windows-1252.
 * @param contentType the answer's header.
 */
export function pageText(bytes: Uint8Array, contentType: string | null): string {
  const label = CHARSET.exec(contentType ?? "")?.[1];
  const encoding = sniffEncoding(bytes, {
    ...(label !== undefined && { transportLayerEncodingLabel: label }),
    defaultEncoding: "",
    maxPrescanBytes: LOOKED_AT_BYTES,
  });
  if (encoding !== "") return decoded(bytes, encoding);
  return isUtf8(bytes) ? decoded(bytes, "UTF-8") : decoded(bytes, "windows-1252");
}

function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // an encoding that browsers refuse to read, too
  }
}

/** Whether bytes are UTF-8; a character that the end cuts is none the less. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
