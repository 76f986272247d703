import sniffEncoding from "html-encoding-sniffer";

/**
 * How much of a page to search for its encoding. Browsers search less, but pages made with old tools declare it late.
 */
const LOOKED_AT_BYTES = 64 * 1024;
const CHARSET = /;\s{0,20}charset\s{0,20}=\s{0,20}["']?([\w.:-]{1,40})/i;

/**
 * Decodes a page according to its byte order mark, the response header, or its own meta tag. If none of them specifies
 * an encoding, decodes it as UTF-8 if it is valid UTF-8, and as windows-1252 otherwise. @param contentType the response
 * header.
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

/** Whether the bytes are valid UTF-8, ignoring a truncated character at the end. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
