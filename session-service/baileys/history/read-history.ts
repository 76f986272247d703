import { pipeline } from "node:stream/promises";
import { createInflate } from "node:zlib";
import { HistoryDamaged } from "./history-damaged.ts";
import type { HistoryPiece } from "./history-piece.ts";
import { HistoryWalk } from "./history-walk.ts";

/**
 * The maximum accepted size of a decrypted history part. Parts created by phones are a few tens of MB. The limit is our
 * own.
 */
export const LARGEST_HISTORY_BYTES = 200 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/**
 * Parses a history part, which the phone compressed, as its bytes arrive. Only one message and 64 KB of the part are in
 * memory at a time.
 * @param keptFrom older messages are only glanced at. @param passedOver is called at the end with the number of
 * unreadable messages. @throws HistoryDamaged, and errors from the source.
 */
export async function* readHistory(
  source: AsyncIterable<Uint8Array>,
  keptFrom: Date,
  passedOver: (messages: number) => void = () => {},
): AsyncGenerator<HistoryPiece> {
  const walk = new HistoryWalk(keptFrom);
  let failure: unknown = null;
  let plainBytes = 0;
  const inflate = createInflate({ chunkSize: CHUNK_BYTES });
  const piped = pipeline(
    noticed(source, (error) => (failure = error)),
    inflate,
  ).catch(() => {});
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      plainBytes += chunk.length;
      if (plainBytes > LARGEST_HISTORY_BYTES) throw new HistoryDamaged("it is larger than the limit");
      yield* walk.feed(chunk);
    }
  } catch (error) {
    if (failure) throw failure;
    throw isOfZlib(error) ? new HistoryDamaged("it is not compressed as expected") : error;
  } finally {
    inflate.destroy();
    await piped;
  }
  walk.end();
  passedOver(walk.passedOver);
}

/** Passes bytes through, and reports errors from their source, which would otherwise look like decompression errors. */
async function* noticed(source: AsyncIterable<Uint8Array>, failed: (error: unknown) => void) {
  try {
    yield* source;
  } catch (error) {
    failed(error);
    throw error;
  }
}

const isOfZlib = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("Z_");
