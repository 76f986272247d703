import { createDecipheriv, createHmac } from "node:crypto";
import { getMediaKeys } from "@whiskeysockets/baileys";
import { request } from "undici";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { FileDamaged, FileGone, type IncomingFile } from "./content/incoming-file.ts";

/** Status codes for a deleted file. An expired address may be refused with 403. */
const GONE = new Set([403, 404, 410]);
const MAC_BYTES = 10;
const LIBRARY_ORIGIN = "https://web.whatsapp.com";
const MEDIA_HOST = "mmg.whatsapp.net";

/** Where a file is in the network's store, and its kind, from which the file's key is derived. */
export type SealedFile = Pick<IncomingFile, "mediaKey" | "directPath" | "url"> & {
  kind: IncomingFile["kind"] | "md-msg-hist";
};

/**
 * Downloads a message's file, or a history part, and decrypts it on the fly. The library's own download doesn't check
 * the authentication code at the end of the file, and its stream raises an unhandled error if the connection breaks
 * midway.
 * @param deps.network if this isn't the usual network, a message may refer to any host, because simulated networks run
 * on loopback. `way` is the outgoing connection for the download.
 * @throws FileDamaged, FileGone, or the network's error, possibly midway. The stream ends without an error only if the
 * file is complete and correct.
 */
export async function* downloadFile(
  file: SealedFile,
  deps: Pick<ConnectionDeps, "network" | "way">,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const address = addressOf(file, deps.network.url !== null);
  if (!address || !file.mediaKey) throw new FileGone(404);
  const { cipherKey, iv, macKey } = await getMediaKeys(file.mediaKey, file.kind);
  if (!macKey) throw new FileGone(404);
  const { statusCode, body } = await request(address, {
    dispatcher: deps.way().downloads,
    headers: { origin: LIBRARY_ORIGIN },
    signal,
  });
  if (statusCode !== 200) {
    await body.dump();
    if (GONE.has(statusCode)) throw new FileGone(statusCode);
    throw new Error(`The network responded with ${statusCode} for the file.`);
  }
  const mac = createHmac("sha256", macKey).update(iv);
  const decipher = createDecipheriv("aes-256-cbc", cipherKey, iv);
  let tail: Buffer = Buffer.alloc(0); // may be the code at the end
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([tail, chunk]);
    const sealed = bytes.subarray(0, Math.max(0, bytes.length - MAC_BYTES));
    tail = bytes.subarray(sealed.length);
    mac.update(sealed);
    const clear = decipher.update(sealed);
    if (clear.length > 0) yield clear;
  }
  if (!mac.digest().subarray(0, MAC_BYTES).equals(tail)) throw new FileDamaged();
  const last = finish(decipher);
  if (last.length > 0) yield last;
}

function finish(decipher: ReturnType<typeof createDecipheriv>): Buffer {
  try {
    return decipher.final();
  } catch {
    throw new FileDamaged();
  }
}

/**
 * Returns the file's URL, or null if its host doesn't belong to the network. The sender chose the host, so no other
 * host is contacted.
 */
function addressOf({ directPath, url }: SealedFile, anyHost: boolean): URL | null {
  const named = url !== null && URL.canParse(url) ? new URL(url) : null;
  const isNetworks = named?.protocol === "https:" && (anyHost || named.hostname.endsWith(".whatsapp.net"));
  const otherwise = anyHost ? null : `https://${MEDIA_HOST}`;
  const origin = named && isNetworks ? named.origin : otherwise;
  if (origin === null) return null;
  if (directPath?.startsWith("/") && !directPath.startsWith("//")) return new URL(origin + directPath);
  return isNetworks ? named : null;
}
