import { DAY_MS } from "../contracts/durations.ts";
import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Write } from "../store/table.ts";

/** An announced album, kept for a day: files that arrive after a restart still get the album's number of files. */
export interface AlbumRecord {
  /** How many files were announced. */
  files: number;
  /** Epoch seconds. */
  ttl: number;
}

/** The albums announced in the last day. */
export const albumRecords = recordsAt<AlbumRecord, Parameters<typeof keys.album>>(keys.album);

/**
 * Records an album's announcement; repeating it changes nothing. @param place made of the chat, the writer and the id.
 */
export function albumWrite(instance: InstanceId, place: string, files: number, now: Date): Write {
  const record: AlbumRecord = { files, ttl: Math.floor((now.getTime() + DAY_MS) / 1000) };
  return { put: { ...keys.album(instance, place), ...record } };
}
