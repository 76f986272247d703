import type { InstanceId, MessageId } from "../contracts/ids.ts";
import { LIMITS } from "../contracts/limits.ts";
import { keys } from "../store/keys.ts";
import { bucketOf } from "../store/lane-names.ts";
import type { Key, Table, Write } from "../store/table.ts";

/** One person's latest mark on a message: a reaction, or a vote in a poll. */
export interface Mark<T> {
  by: string;
  /** Wire time. */
  at: string;
  said: T;
}

/** The kinds of marks: votes, reactions. */
export type MarkKind = "V" | "R";

/** A message's marks. */
export interface Marks<T> {
  /** The most recently changed marks, latest last; at most 50. */
  recent: Mark<T>[];
  /** Earlier ones are stored in pages. */
  spilled: boolean;
}

/** The place of a message's pages. */
export interface MarkPlace {
  instance_id: InstanceId;
  message_id: MessageId;
  kind: MarkKind;
}

/** The number of marks kept in the message itself, and shown; a message with few has no pages. docs/decisions/0041. */
const MARKS_BESIDE = LIMITS.votesShownMax;
/** A thousand people are 16 on each, so a page is about a kilobyte. */
const MARK_PAGES = 64;

/** Finds a person's earlier mark; null if none. */
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
 * Adds a mark, and returns the writes that go into the message's commit. That commit must be refused if the message has
 * changed since it was read. Every writer of a page writes its message too, so a page needs no condition. A person's
 * withdrawn mark moves to its page first.
 * @param isTakenBack true for marks kept only so that an older one can't return.
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

type Page<T> = Record<string, [at: string, said: T]>;

async function readPage<T>(table: Table, page: Key): Promise<Page<T>> {
  return ((await table.get(page))?.marks ?? {}) as Page<T>; // put by addMark only
}

const pageOf = ({ instance_id, message_id, kind }: MarkPlace, by: string): Key =>
  keys.marks(instance_id, message_id, kind, bucketOf(by, MARK_PAGES));
