import type { MediaHandler } from "./media-handler.ts";

/**
 * The index of the byte to damage. It is near the beginning, so a longer file can still be opened but has a different
 * hash.
 */
const DAMAGED_BYTE = 3;

/** Handles a client's download of an encrypted file, or of a range of it. */
export const download: MediaHandler = ({ store, faults }, url, request, response) => {
  const stored = store.stored(url.pathname);
  if (!stored) return void response.writeHead(404).end();
  if (faults.isOn("expire_media") && !store.isFresh(url.pathname)) return void response.writeHead(410).end();
  const bytes = faults.isOn("corrupt_media") ? damaged(stored) : stored;
  const range = rangeOf(request.headers.range, bytes.length);
  if (range === "impossible") {
    return void response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
  }
  const part = range ? bytes.subarray(range.first, range.last + 1) : bytes;
  response.writeHead(range ? 206 : 200, {
    "content-type": "application/octet-stream",
    "content-length": part.length,
    "accept-ranges": "bytes",
    ...(range ? { "content-range": `bytes ${range.first}-${range.last}/${bytes.length}` } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : part);
};

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[DAMAGED_BYTE] = (copy[DAMAGED_BYTE] ?? 0) ^ 0xff;
  return copy;
}

/** Parses a range header. @returns null if the whole file is requested. */
function rangeOf(header: string | undefined, length: number): { first: number; last: number } | "impossible" | null {
  const asked = header?.match(/^bytes=(\d*)-(\d*)$/);
  if (!asked || (asked[1] === "" && asked[2] === "")) return null;
  const first = asked[1] === "" ? Math.max(0, length - Number(asked[2])) : Number(asked[1]);
  const last = asked[1] === "" || asked[2] === "" ? length - 1 : Math.min(Number(asked[2]), length - 1);
  return first >= length || first > last ? "impossible" : { first, last };
}
