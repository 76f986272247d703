import * as z from "zod";
import type { DataKeyWraps } from "../../../core/aws/data-key-wraps.ts";
import type { StoredHeaders, WholeBucket } from "../../../core/aws/whole-bucket.ts";
import type { AttributeItem, WholeTable } from "../../../core/aws/whole-table.ts";
import { type ArchiveHead, BrokenArchive, openSealed } from "./sealed-file.ts";
import { asArriving, isArriving, isDataKey, itemsOfJson, keyOf, mayArrive, WAITING_NAMES } from "./wire-items.ts";
import { type Counts, FRAME } from "./write-archive.ts";

const FileFrame = z.object({
  key: z.string().min(1),
  headers: z.object({ ContentType: z.string().optional(), ContentDisposition: z.string().optional() }),
});
const EndFrame = z.object({ items: z.int(), files: z.int() });

/** The stores that an archive's content is imported into. */
export interface ImportTarget {
  table: WholeTable;
  bucket: WholeBucket;
  dataKeys: DataKeyWraps;
  say(line: string): void;
}

/** A part of an archive's content: a group of items, or a file. */
type Part = { items: AttributeItem[] } | { key: string; headers: StoredHeaders; bytes: AsyncIterable<Uint8Array> };

/** Reads an archive to the end without storing anything. @throws BrokenArchive if the archive isn't complete. */
export async function checkArchive(path: string, key: Uint8Array): Promise<ArchiveHead> {
  const { head, frames } = await openSealed(path, key);
  for await (const part of partsOf(frames)) {
    if ("bytes" in part) for await (const _ of part.bytes);
  }
  return head;
}

/**
 * Stores an archive's content in its destination. The content isn't in use yet, so a run that crashed can be repeated
 * from the beginning. @throws BrokenArchive
 */
export async function loadArchive({ table, bucket, dataKeys, say }: ImportTarget, path: string, key: Uint8Array) {
  const wrapped = async (item: AttributeItem): Promise<AttributeItem> => {
    const clear = isDataKey(item) ? item.wrapped?.B : undefined;
    return clear === undefined ? item : { ...item, wrapped: { B: await dataKeys.wrap(keyOf(item).pk, clear) } };
  };
  const counts: Counts = { items: 0, files: 0 };
  for await (const part of partsOf((await openSealed(path, key)).frames)) {
    if ("items" in part) {
      const arriving = part.items.filter(mayArrive);
      await table.put(await Promise.all(arriving.map(async (item) => asArriving(await wrapped(item)))));
      counts.items += part.items.length;
      say(`${counts.items} items put`);
    } else {
      await bucket.write(part.key, part.headers, part.bytes);
      counts.files++;
    }
  }
  return counts;
}

/** Makes the imported work visible to the sweep again, as it was before the move. */
export async function wakeArrived(table: WholeTable): Promise<void> {
  for await (const page of table.pages()) {
    for (const item of page) if (isArriving(item)) await table.rename(item, WAITING_NAMES);
  }
}

async function* partsOf(frames: AsyncGenerator<Buffer>): AsyncGenerator<Part> {
  const counts: Counts = { items: 0, files: 0 };
  let next = await frames.next();
  while (!next.done) {
    const { kind, content } = frameOf(next.value);
    if (kind === FRAME.end) return checkEnd(content, counts, await frames.next());
    if (kind === FRAME.items) {
      const items = itemsOfJson(content.toString());
      counts.items += items.length;
      yield { items };
      next = await frames.next();
    } else if (kind === FRAME.file) {
      counts.files++;
      const pieces = piecesOf(frames);
      yield { ...FileFrame.parse(JSON.parse(content.toString())), bytes: pieces.bytes };
      next = pieces.after();
    } else throw new BrokenArchive("It contains a part that this version does not recognize.");
  }
  throw new BrokenArchive("It is incomplete, because the export was interrupted. Repeat the export.");
}

/** Returns a file's bytes, followed by the next frame. The bytes must be read to the end first. */
function piecesOf(frames: AsyncGenerator<Buffer>) {
  let after: IteratorResult<Buffer> | null = null;
  async function* bytes(): AsyncGenerator<Buffer> {
    for (;;) {
      after = await frames.next();
      if (after.done) return;
      const { kind, content } = frameOf(after.value);
      if (kind !== FRAME.piece) return;
      yield content;
    }
  }
  return {
    bytes: bytes(),
    after: () => {
      if (after === null) throw new Error("A file's bytes were not read.");
      return after;
    },
  };
}

const frameOf = (frame: Buffer) => ({ kind: frame[0], content: frame.subarray(1) });

function checkEnd(content: Buffer, counts: Counts, behind: IteratorResult<Buffer>): void {
  const { items, files } = EndFrame.parse(JSON.parse(content.toString()));
  if (!behind.done || items !== counts.items || files !== counts.files) throw new BrokenArchive("It was changed.");
}
