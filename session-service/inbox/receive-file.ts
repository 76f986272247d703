import { setTimeout as pause } from "node:timers/promises";
import { LIMITS } from "../../core/contracts/limits.ts";
import { FileTooLarge } from "../../core/domain/files/file-too-large.ts";
import type { StoredFile } from "../../core/domain/messages/message-content.ts";
import { FileDamaged, FileGone, type IncomingFile } from "../baileys/inbound/content/incoming-file.ts";
import { downloadFile } from "../baileys/inbound/download-file.ts";
import type { SessionDeps } from "../session-deps.ts";

/** The file in our store, or why the message is stored without it. */
export type ReceivedFile =
  | { file: StoredFile; error_code: null }
  | { file: null; error_code: "file_too_large" | "media_unreachable" };

type ReceiveDeps = Pick<SessionDeps, "media" | "network" | "way">;
type Rest = <T>(wait: () => Promise<T>) => Promise<T>;

/**
 * The delays between attempts while the network's store is unreachable. These values are design choices:
 * docs/decisions.
 */
const PAUSES_MS = [500, 3_000, 10_000, 30_000];
/** The time limit for an attempt, enough for 100 MB over a slow connection. */
const TRY_MS = 600_000;

/**
 * Copies a received file into the media store. A damaged file is fetched one more time. If a file has expired, the
 * phone is asked once to upload it again. If that fails, or if the network's store stays unreachable, the message is
 * stored without the file.
 * @param again requests another upload from the phone and returns its path, or null if the phone has no copy.
 * @param rest waits without occupying a slot that other files need. @param lost receives the last error if the message
 * is stored without its file.
 * @throws if our own store fails, or if `signal` aborts.
 */
export async function receiveFile(
  deps: ReceiveDeps,
  { key, file }: { key: string; file: IncomingFile },
  { again, rest, lost }: { again: () => Promise<string | null>; rest: Rest; lost: (error: Error) => void },
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const without = (error: Error): ReceivedFile => {
    lost(error);
    return { file: null, error_code: "media_unreachable" };
  };
  let source = file;
  let wasDamaged = false;
  let wasAskedFor = false;
  for (let failures = 0; ; ) {
    const got = await fetchOnce(deps, key, source, signal);
    if (!(got instanceof Error)) return { file: got, error_code: null };
    signal.throwIfAborted();
    if (got instanceof FileTooLarge) return { file: null, error_code: "file_too_large" };
    const pauseMs = PAUSES_MS[failures];
    if (got instanceof FileDamaged && !wasDamaged) wasDamaged = true;
    else if (got instanceof FileGone && !wasAskedFor) {
      wasAskedFor = true;
      const directPath = await rest(again);
      signal.throwIfAborted();
      if (directPath === null) return without(got);
      source = { ...source, directPath };
    } else if (got instanceof FileDamaged || got instanceof FileGone || pauseMs === undefined) {
      return without(got);
    } else {
      failures++;
      await rest(() => pause(pauseMs, undefined, { signal }));
    }
  }
}

/**
 * Makes a single attempt. @returns the file, or the error caused by the network or the file. @throws if our own store
 * fails.
 */
async function fetchOnce(
  deps: ReceiveDeps,
  key: string,
  file: IncomingFile,
  signal: AbortSignal,
): Promise<StoredFile | Error> {
  const { media } = deps;
  const { mimetype, filename, voice } = file;
  let failure: Error | null = null;
  async function* watched() {
    try {
      yield* downloadFile(file, deps, AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]));
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }
  try {
    const stored = await media.put(key, watched(), { mimetype, filename, maxBytes: LIMITS.receivedFileMaxBytes });
    if (file.sha256 === null || stored.sha256 === file.sha256) return { key, mimetype, filename, voice, ...stored };
  } catch (error) {
    if (failure) return failure;
    if (error instanceof FileTooLarge) return error;
    throw error;
  }
  await media.remove(key);
  return new FileDamaged();
}
