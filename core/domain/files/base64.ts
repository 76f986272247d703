/** The decoded size of a valid base64 string, or an error sentence. */
export type Base64Verdict = { size_bytes: number } | { error: string };

const FORM = "Send the file's bytes as base64 (A–Z, a–z, 0–9, +, /, padded with =), on one line.";

/**
 * Checks base64 before it is decoded, because the decoder skips unknown characters and would turn invalid input into a
 * different file. The text must
 * 1. use the standard alphabet with its padding, without spaces, line breaks or a data-URI prefix, and
 * 2. be neither empty nor larger than `maxBytes` once decoded.
 */
export function checkBase64(text: string, maxBytes: number): Base64Verdict {
  if (text === "") return { error: "The file is empty. Send its bytes as base64." };
  if (/^data:/i.test(text)) return { error: "Remove the data:…;base64, prefix and send only the base64." };
  if (/[-_]/.test(text)) return { error: `This is the URL-safe alphabet. ${FORM}` };
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return { error: FORM };
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  if (!endsCleanly(text, padding)) return { error: `The base64 is truncated or its end is damaged. ${FORM}` };
  const sizeBytes = (text.length / 4) * 3 - padding;
  if (sizeBytes > maxBytes) {
    return { error: `The file is over ${maxBytes / 1024 / 1024} MB. Upload it to a public address and use its url.` };
  }
  return { size_bytes: sizeBytes };
}

/** Whether the unused bits before the padding are zero, as every encoder leaves them. */
function endsCleanly(text: string, padding: number): boolean {
  if (padding === 0) return true;
  const last = text.slice(-4);
  return Buffer.from(last, "base64").toString("base64") === last;
}
