import { MINUTE_MS } from "../../contracts/durations.ts";
import { idBound } from "../../domain/ulid-bound.ts";
import type { FileNames, MediaStore } from "../../ports.ts";
import type { ErasureRecord } from "../../records/erasure.ts";
import type { OptOutHashes } from "../../records/kept-opt-outs.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { Owner } from "../../records/owner.ts";
import type { Item, Key, Range, Table } from "../../store/table.ts";

/** Dependencies for erasing a person's data. */
export type EraseDeps = EventDeps & { media: Pick<MediaStore, "link" | "remove"> & FileNames; optOuts: OptOutHashes };

/** The inputs for one piece of an erasure. */
export interface Erasing {
  deps: EraseDeps;
  own: Owner;
  erasure: ErasureRecord;
  /** The strings that records use to refer to the person. */
  ids: ReadonlySet<string>;
  /** The item after which the step continues. Undefined starts the step from the beginning. */
  after: string | undefined;
}

/**
 * The result of a piece: its step is done, possibly with new facts about the person; the step continues after an item;
 * or messages to the person must finish first.
 */
export type StepResult =
  | { kind: "done"; learned?: Partial<Pick<ErasureRecord, "names" | "until">> }
  | { kind: "more"; after: string }
  | { kind: "waits" };

/** The result of a completed step that has nothing to report. */
export const DONE: StepResult = { kind: "done" };

/**
 * The number of items per piece. It is small so that messages can be sent in between. This number is a design choice.
 */
const PAGE = 100;

/**
 * Reads the next page of a partition or list. Also returns where the following page starts.
 * @param range.order the field that the partition or list is sorted by. Defaults to the sort key.
 */
export async function nextPage(
  table: Table,
  range: Omit<Range, "limit" | "after">,
  after: string | undefined,
  order = "sk",
): Promise<{ items: Item[]; next: StepResult }> {
  const { from, ...others } = range;
  const start = after === undefined ? from !== undefined && { from } : { after };
  const { items, more } = await table.query({ ...others, limit: PAGE, ...start });
  const last = items.at(-1)?.[order];
  return { items, next: more && typeof last === "string" ? { kind: "more", after: last } : DONE };
}

/** How long before the erasure was requested a request that was still being handled may have created ids. */
const HANDLED_MS = MINUTE_MS;

/**
 * Returns the range of ids that the second round looks at: those created by requests that were being handled when the
 * person's record was erased. Later ids belong to what is new. In the first round, there are no bounds.
 * @param prefix the kind of the ids.
 */
export function lateIds({ erasure }: Pick<Erasing, "erasure">, prefix: string): { from?: string; before?: string } {
  const { step, asked_at, until } = erasure;
  if (!step.startsWith("late_")) return {};
  return {
    from: idBound(prefix, new Date(Date.parse(asked_at) - HANDLED_MS)),
    // The stored bound is one for ids of messages. All ids begin with their time in the same form.
    ...(until !== undefined && { before: `${prefix}${until.slice(until.indexOf("_"))}` }),
  };
}

/** Deletes items in parallel. */
export async function deleteAll(table: Table, places: readonly Key[]): Promise<void> {
  await Promise.all(places.map(({ pk, sk }) => table.write({ delete: { pk, sk } })));
}

/**
 * Works through several partitions one after the other. The place in such a step is the partition's number and the item
 * within it.
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
