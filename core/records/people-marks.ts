import type { InstanceId, MessageId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { keys } from "../store/keys.ts";
import { bucketOf } from "../store/lane-names.ts";
import type { Key, Table, Write } from "../store/table.ts";

/** A person's latest mark on a message: a reaction or a poll vote. */
export interface Mark<T> {
  by: string;
  /** When the mark was made, in wire time. */
  at: string;
  said: T;
}

/** The kinds of marks: votes and reactions. */
export type MarkKind = "V" | "R";

/** All marks on one message. */
export interface Marks<T> {
  /** The most recently changed marks, latest last. At most 50. */
  recent: Mark<T>[];
  /** Whether earlier marks have been moved to pages. */
  spilled: boolean;
}

/** The message that a page of marks belongs to. */
export interface MarkPlace {
  instance_id: InstanceId;
  message_id: MessageId;
  kind: MarkKind;
}

/**
 * The maximum number of marks to show and to store in the message itself. A message with fewer marks has no pages.
 * docs/decisions/0041.
 */
const MARKS_BESIDE = LIMITS.votesShownMax;
/** The number of pages. With a thousand people, each page contains 16 of them and takes up about a kilobyte. */
const MARK_PAGES = 64;

/** Finds a person's earlier mark, or returns null if there is none. */
export async function findMark<T>(
  table: Table,
  place: MarkPlace,
  { recent, spilled }: Marks<T>,
  by: string,
): Promise<Mark<T> | null> {
  const found = recent.find((one) => one.by === by);
  if (found || !spilled) return found ?? null;
  const said = (await readPage<T>(table, pageOf(place, by)))[by];
  return said ? { by, at: said[0], said: said[1] } : null;
}

/**
 * Adds a mark. Returns the writes to include in the message's commit, which must be conditional on the message not
 * having changed since it was read. Every writer of a page also writes the message, so pages need no condition of their
 * own. When marks have to be moved to a page, withdrawn marks are moved first.
 * @param isTakenBack true for marks that are stored only so that an older mark can't replace them.
 */
export async function addMark<T>(
  table: Table,
  place: MarkPlace & { ttl: number },
  { recent, spilled }: Marks<T>,
  mark: Mark<T>,
  isTakenBack: (said: T) => boolean,
): Promise<Marks<T> & { writes: Write[] }> {
  const others = recent.filter(({ by }) => by !== mark.by);
  if (others.length < MARKS_BESIDE) return { recent: [...others, mark], spilled, writes: [] };
  const out = others.find(({ said }) => isTakenBack(said)) ?? others[0];
  if (!out) return { recent: [mark], spilled, writes: [] };
  const page = pageOf(place, out.by);
  const marks = { ...(await readPage<T>(table, page)), [out.by]: [out.at, out.said] };
  return {
    recent: [...others.filter((one) => one !== out), mark],
    spilled: true,
    writes: [{ put: { ...page, marks, ttl: place.ttl } }],
  };
}

/** Returns the writes that delete all of a message's pages. */
export function markPages(instance: InstanceId, message: string): Write[] {
  return (["V", "R"] as const).flatMap((kind) =>
    Array.from({ length: MARK_PAGES }, (_, page) => ({ delete: keys.marks(instance, message, kind, page) })),
  );
}

/** Returns the writes that remove a person, under any of their names, from a message's pages of this kind. */
export async function pageWithout(table: Table, place: MarkPlace, names: readonly string[]): Promise<Write[]> {
  const pages = new Map(names.map((name) => pageOf(place, name)).map((page) => [page.sk, page]));
  const writes: Write[] = [];
  for (const page of pages.values()) {
    const marks = await readPage<unknown>(table, page);
    const others = Object.fromEntries(Object.entries(marks).filter(([by]) => !names.includes(by)));
    const isThere = Object.keys(others).length < Object.keys(marks).length;
    if (isThere) writes.push({ update: page, set: { marks: others }, if: [{ item: "exists" }] });
  }
  return writes;
}

type Page<T> = Record<string, [at: string, said: T]>;

async function readPage<T>(table: Table, page: Key): Promise<Page<T>> {
  return ((await table.get(page))?.marks ?? {}) as Page<T>; // only written by addMark
}

const pageOf = ({ instance_id, message_id, kind }: MarkPlace, by: string): Key =>
  keys.marks(instance_id, message_id, kind, bucketOf(by, MARK_PAGES));
