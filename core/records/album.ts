import { DAY_MS } from "../contracts/durations.ts";
import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Write } from "../store/table.ts";

/**
 * An announced album. It is stored for a day so that the number of files is still known when some of them arrive after
 * a restart.
 */
export interface AlbumRecord {
  /** The number of files announced. */
  files: number;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The albums announced in the last day. */
export const albumRecords = recordsAt<AlbumRecord, Parameters<typeof keys.album>>(keys.album);

/**
 * Records the announcement of an album. Repeating the write changes nothing. @param place derived from the album's
 * chat, author and id.
 */
export function albumWrite(instance: InstanceId, place: string, files: number, now: Date): Write {
  const record: AlbumRecord = { files, ttl: Math.floor((now.getTime() + DAY_MS) / 1000) };
  return { put: { ...keys.album(instance, place), ...record } };
}
