/** How many bytes to examine when detecting an encoding without a byte order mark. */
const SAMPLE_BYTES = 64 * 1024;
/** Letters used in the panel's languages and related ones. */
const LETTERS = new Set("áàâãäåæçéèêëíìîïñóòôõöøœúùûüýÿßªºÁÀÂÃÄÅÆÇÉÈÊËÍÌÎÏÑÓÒÔÕÖØŒÚÙÛÜÝŸ");

/**
 * Decodes a file saved by a spreadsheet or an address book. UTF-16 and UTF-8 are recognized by their byte order mark.
 * Without a mark, UTF-16 is recognized by its zero bytes, and UTF-8 if all bytes are valid. Otherwise, the encoding is
 * windows-1252 or Mac Roman, whichever decodes more bytes to letters.
 */
export function sheetText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes); // which drops the mark
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Such lists consist mostly of digits and separators, each of which has a zero byte next to its value in UTF-16.
  if (Math.max(even, odd) > sample.length / 8) return odd > even ? "utf-16le" : "utf-16be";
  if (isUtf8(bytes)) return "utf-8";
  return lettersIn(sample, "macintosh") > lettersIn(sample, "windows-1252") ? "macintosh" : "windows-1252";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function lettersIn(bytes: Uint8Array, encoding: string): number {
  let letters = 0;
  for (const sign of new TextDecoder(encoding).decode(bytes)) if (LETTERS.has(sign)) letters++;
  return letters;
}
