import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { DataKeyWraps } from "../../../core/aws/data-key-wraps.ts";
import type { WholeBucket } from "../../../core/aws/whole-bucket.ts";
import type { AttributeItem, WholeTable } from "../../../core/aws/whole-table.ts";
import { syncFolder } from "../../../local/data/pack.ts";
import { ownName } from "../../../local/data/work-folders.ts";
import { type ArchiveHead, startSealed } from "./sealed-file.ts";
import { isDataKey, itemsToJson, keyOf, moves } from "./wire-items.ts";

/** The number of items and files in an archive. */
export interface Counts {
  items: number;
  files: number;
}

/** The source of an archive's content. */
export interface Source {
  table: WholeTable;
  bucket: WholeBucket;
  dataKeys: DataKeyWraps;
  now: Date;
  say(line: string): void;
}

/** The number of items per frame. */
const ITEMS = 100;
/** The size of a piece of a file, in bytes. Each piece is stored in its own frame. */
const PIECE_BYTES = 1024 * 1024;

/** The frame types, identified by the first byte of a frame. */
export const FRAME = { items: 0x49, file: 0x46, piece: 0x50, end: 0x5a } as const;

/**
 * Writes all data to an archive, with only one part in memory at a time. Until `commit` has resolved, the file lacks
 * its final frame, without which it can't be imported. Afterwards, the frame is added and the file gets its final name.
 * @param commit stops all use of this deployment.
 */
export async function writeArchive(
  source: Source,
  path: string,
  key: Uint8Array,
  head: ArchiveHead,
  commit: () => Promise<void>,
): Promise<Counts> {
  const unfinished = ownName(path, "part");
  const counts: Counts = { items: 0, files: 0 };
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      const write = await startSealed(file, key, head);
      const frame = (kind: number, content: Uint8Array | string) =>
        write(Buffer.concat([Buffer.from([kind]), Buffer.from(content)]));
      await writeItems(source, frame, counts);
      await writeFiles(source, frame, counts);
      await file.sync();
      await commit();
      await frame(FRAME.end, JSON.stringify(counts));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return counts;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

type WriteFrame = (kind: number, content: Uint8Array | string) => Promise<void>;

async function writeItems({ table, dataKeys, now, say }: Source, frame: WriteFrame, counts: Counts): Promise<void> {
  const inClear = async (item: AttributeItem): Promise<AttributeItem> => {
    const wrapped = isDataKey(item) ? item.wrapped?.B : undefined;
    return wrapped === undefined ? item : { ...item, wrapped: { B: await dataKeys.unwrap(keyOf(item).pk, wrapped) } };
  };
  for await (const page of table.pages()) {
    const moving = page.filter((item) => moves(item, now));
    for (let at = 0; at < moving.length; at += ITEMS) {
      const some = await Promise.all(moving.slice(at, at + ITEMS).map(inClear));
      await frame(FRAME.items, itemsToJson(some));
      counts.items += some.length;
    }
    if (moving.length > 0) say(`${counts.items} items written`);
  }
}

async function writeFiles({ bucket, say }: Source, frame: WriteFrame, counts: Counts): Promise<void> {
  for await (const key of bucket.keys()) {
    const file = await bucket.read(key);
    if (!file) continue;
    await frame(FRAME.file, JSON.stringify({ key, headers: file.headers }));
    for await (const bytes of file.bytes) {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        await frame(FRAME.piece, bytes.subarray(at, at + PIECE_BYTES));
      }
    }
    counts.files++;
  }
  say(`${counts.files} files written`);
}
