import type { FileNames, MediaStore } from "../../ports.ts";
import type { ErasureRecord } from "../../records/erasure.ts";
import type { OptOutHashes } from "../../records/kept-opt-outs.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { Owner } from "../../records/owner.ts";
import type { Item, Key, Range, Table } from "../../store/table.ts";

/** Dependencies for erasing a person's data. */
export type EraseDeps = EventDeps & { media: Pick<MediaStore, "link" | "remove"> & FileNames; optOuts: OptOutHashes };

/** A piece of an erasure. */
export interface Erasing {
  deps: EraseDeps;
  own: Owner;
  erasure: ErasureRecord;
  /** The texts by which records name the person. */
  ids: ReadonlySet<string>;
  /** After which item the step continues; undefined: from its start. */
  after: string | undefined;
}

/**
 * The result of a piece: whether its step is done and what it learned about the person, or after which item it goes
 * on; or that the person's messages must end first.
 */
export type StepResult =
  | { kind: "done"; learned?: Partial<Pick<ErasureRecord, "names" | "until">> }
  | { kind: "more"; after: string }
  | { kind: "waits" };

/** The result of a step that is done. */
export const DONE: StepResult = { kind: "done" };

/** Items in one piece, so that messages go out in between. Our number. */
const PAGE = 100;

/**
 * Reads the next page of a partition or list, and returns what follows the page.
 * @param range.order the field by which it is sorted; omitted: the sort key.
 */
export async function nextPage(
  table: Table,
  range: Omit<Range, "limit" | "after">,
  after: string | undefined,
  order = "sk",
): Promise<{ items: Item[]; next: StepResult }> {
  const { items, more } = await table.query({ ...range, limit: PAGE, ...(after !== undefined && { after }) });
  const last = items.at(-1)?.[order];
  return { items, next: more && typeof last === "string" ? { kind: "more", after: last } : DONE };
}

/** Deletes items, a few at once. */
export async function deleteAll(table: Table, places: readonly Key[]): Promise<void> {
  await Promise.all(places.map(({ pk, sk }) => table.write({ delete: { pk, sk } })));
}

/**
 * A place in a step that goes through several partitions one after the other: the partition's number, and the item in
 * it.
 */
export async function throughAll(
  after: string | undefined,
  count: number,
  page: (at: number, after: string | undefined) => Promise<StepResult>,
): Promise<StepResult> {
  const cut = after?.indexOf("|") ?? -1;
  const at = after === undefined ? 0 : Number(after.slice(0, cut));
  if (at >= count) return DONE;
  const rest = after?.slice(cut + 1);
  const result = await page(at, rest === "" ? undefined : rest);
  if (result.kind === "more") return { kind: "more", after: `${at}|${result.after}` };
  if (result.kind === "waits") return result;
  return at + 1 < count ? { kind: "more", after: `${at + 1}|` } : DONE;
}
