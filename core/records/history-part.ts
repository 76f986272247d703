import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Item, Table, Write } from "../store/table.ts";

/**
 * A part of a phone's history that is waiting to be imported: the phone's notice, which contains either the part itself
 * or its location.
 */
export interface HistoryPartRecord {
  /** The phone message that contained the part. `order` is the part's position among all parts. */
  id: string;
  order: number;
  /** The link that the part belongs to. Under any other link, the part is dropped. */
  link: string;
  /** The encoded notice, or its first piece if the notice is long. The other pieces follow in separate items. */
  notice: Uint8Array;
  pieces: number;
  /** How many times an import of this part has been started. */
  tries: number;
  /** When the part can be imported again, in epoch ms. Absent means right away. */
  again_ms?: number;
  /** Whether the part has already been imported, so only missed messages are still needed from it. */
  missed_only?: boolean;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The size of a piece, below the 400 KB limit for an item. */
const PIECE_BYTES = 300_000;
const KEPT_SEC = 14 * 86_400;
/** More items than any phone's history needs. */
const MOST_ITEMS = 1_000;

const historyPartRecords = recordsAt<HistoryPartRecord, Parameters<typeof keys.historyPart>>(keys.historyPart);

/**
 * Builds the writes that add a part without overwriting anything. @param part contains the complete notice, as it will
 * be read later.
 */
export function historyPartWrites(
  instance: InstanceId,
  { id, order, link, notice }: Pick<HistoryPartRecord, "id" | "order" | "link" | "notice">,
  now: Date,
): Write[] {
  const pieces = Math.max(1, Math.ceil(notice.length / PIECE_BYTES));
  const ttl = Math.floor(now.getTime() / 1000) + KEPT_SEC;
  return Array.from({ length: pieces }, (_, piece): Write => {
    const bytes = notice.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
    if (piece > 0) return { put: { ...pieceKey(instance, { order, id }, piece), notice: bytes, ttl } };
    const head: HistoryPartRecord = { id, order, link, notice: bytes, pieces, tries: 0, ttl };
    return { put: { ...keys.historyPart(instance, order, id), ...head }, if: [{ item: "absent" }] };
  });
}

/** Lists the waiting parts in order, without the additional pieces of long parts. */
export async function listHistoryParts(table: Table, instance: InstanceId): Promise<HistoryPartRecord[]> {
  const { pk } = keys.historyPart(instance, 0, "");
  const { items } = await table.query({ pk, limit: MOST_ITEMS });
  return items.filter(isHead).map(historyPartRecords.of);
}

/** Reads a part's whole notice, or returns null if any piece is missing. */
export async function wholeNotice(
  table: Table,
  instance: InstanceId,
  part: HistoryPartRecord,
): Promise<Uint8Array | null> {
  if (part.pieces === 1) return part.notice;
  const places = Array.from({ length: part.pieces - 1 }, (_, n) => pieceKey(instance, part, n + 1));
  const found = new Map((await table.getMany(places)).map((item) => [item.sk, item.notice]));
  const rest = places.map(({ sk }) => found.get(sk));
  return rest.every((piece) => piece instanceof Uint8Array) ? Buffer.concat([part.notice, ...rest]) : null;
}

/** Returns the writes that delete a part. */
export function historyPartDeletion(instance: InstanceId, part: HistoryPartRecord): Write[] {
  const head = keys.historyPart(instance, part.order, part.id);
  const rest = Array.from({ length: part.pieces - 1 }, (_, n) => pieceKey(instance, part, n + 1));
  return [head, ...rest].map((place) => ({ delete: place }));
}

const pieceKey = (instance: InstanceId, { order, id }: { order: number; id: string }, piece: number) =>
  keys.historyPart(instance, order, `${id}#${String(piece).padStart(4, "0")}`);

/**
 * Whether an item is the first piece of a part. In that case, its sort key consists of the order and the id, separated
 * by a single `#`.
 */
const isHead = ({ sk }: Item) => sk.indexOf("#") === sk.lastIndexOf("#");
