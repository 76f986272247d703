import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { HistoryDamaged } from "../baileys/history/history-damaged.ts";
import type { HistoryPart } from "../baileys/history/history-part.ts";
import { downloadFile } from "../baileys/inbound/download-file.ts";
import type { SessionDeps } from "../session-deps.ts";

/**
 * The maximum size of a part in the network's store. Parts are compressed there, so they are far smaller than their
 * content.
 */
const LARGEST_FILE_BYTES = 100 * 1024 * 1024;

/** Thrown if a history part can't be fetched at the moment. */
export class HistoryUnreachable extends Error {
  constructor(cause: unknown) {
    // Don't pass the cause on: an outage of the network's store isn't an outage of ours.
    super(`A part of the history can't be fetched: ${cause instanceof Error ? cause.message : String(cause)}`);
    this.name = "HistoryUnreachable";
  }
}

/**
 * Downloads a history part into the folder, so none of its data is used before the whole part has been checked against
 * the phone's notice. @param mediaHost the host of the network's store. Null means its usual host.
 * @throws HistoryDamaged, HistoryUnreachable, or a disk error.
 */
export async function fetchHistoryFile(
  deps: Pick<SessionDeps, "folder" | "network" | "way">,
  { mediaKey, sha256, directPath }: NonNullable<HistoryPart["file"]>,
  mediaHost: string | null,
  signal: AbortSignal,
): Promise<AsyncDisposable & { bytes: () => AsyncIterable<Buffer> }> {
  const file = deps.folder.newFile();
  const url = mediaHost === null ? null : `https://${mediaHost}/`;
  const hash = createHash("sha256");
  async function* checked() {
    let size = 0;
    try {
      for await (const chunk of downloadFile({ kind: "md-msg-hist", mediaKey, directPath, url }, deps, signal)) {
        size += chunk.length;
        if (size > LARGEST_FILE_BYTES) throw new HistoryDamaged("its file is larger than the limit");
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof HistoryDamaged || signal.aborted ? error : new HistoryUnreachable(error);
    }
  }
  try {
    await pipeline(checked, createWriteStream(file.path));
    if (!hash.digest().equals(sha256)) throw new HistoryDamaged("its file is not the one that was announced");
    return { [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](), bytes: () => createReadStream(file.path) };
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}
