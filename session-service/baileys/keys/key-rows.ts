import type { Owner } from "../../../core/records/owner.ts";
import type { Write } from "../../../core/store/table.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { commitKeys, putAlone, ROWS_A_COMMIT } from "./commit-keys.ts";
import { KeyPartition, sizedDelete } from "./key-partition.ts";
import { type KeyChange, type KeyWrites, planKey } from "./plan-key.ts";
import { type KeyPage, readKeys, readPage } from "./read-keys.ts";
import { sweepOrphans, sweepParts } from "./sweep-parts.ts";

/**
 * The order in which categories are written if a change needs several commits. If the later commits are lost, this
 * order causes a sender key to be distributed again rather than assumed to be known.
 */
const ORDER = ["creds", "journal", "session", "identity-key", "pre-key", "sender-key"];
const LAST = "sender-key-memory";

/** The maximum number of rows that may join another commit, which also needs room for its own rows. */
const JOINED_MAX = 20;

/** The maximum number of sessions to write separately. A larger number is written in a single commit. */
const ALONE_MAX = 10;

/**
 * Numbers the writes made during one ownership, so a delayed duplicate of a request never undoes a later write. All key
 * stores opened during an ownership share one counter.
 */
export class WriteCount {
  #last = 0;

  next(): number {
    return ++this.#last;
  }
}

/**
 * Provides the rows of one instance's key partition, each sealed for its own table key. Every commit includes the fence
 * check, so a task that has lost the instance can't write anything, not even to rows that the new owner has not
 * touched. The only exception is a session that was advanced only by sending (`advance`).
 */
export function keyRows(
  deps: Pick<ConnectionDeps, "table" | "vault" | "ids">,
  owner: Owner,
  count: WriteCount = new WriteCount(),
) {
  const keys = new KeyPartition(deps, owner);
  const plansOf = (changes: KeyChange[], order: number) =>
    Promise.all(changes.map((change) => planKey(keys, deps.ids, change, order)));

  async function write(changes: KeyChange[]): Promise<void> {
    const order = count.next();
    const plans = await plansOf(
      changes.toSorted((a, b) => rank(a.category) - rank(b.category)),
      order,
    );
    await commitPlans(keys, plans);
  }

  return {
    /** Returns the texts of whichever rows exist, by id. */
    read: (category: string, ids: string[]): Promise<Map<string, string>> => readKeys(keys, category, ids),

    /** See readPage. */
    readPage: (category: string, most: { rows: number; chars: number }, after?: string): Promise<KeyPage> =>
      readPage(keys, category, most, after),

    /**
     * Writes rows, which are durable once the call resolves. Up to 99 rows form one commit.
     * @throws FenceLost if another task has taken over the instance. Every later write then fails too.
     */
    write,

    /**
     * Writes sessions advanced only by sending, each row separately and without the fence check. Each row belongs to
     * one device, so the rows need no common commit. A task that has lost the instance can only write a step that it
     * has already used on the network, and only to a row that the new owner hasn't written. A row that can't be written
     * this way is written in an ordinary commit. @throws FenceLost
     */
    async advance(changes: KeyChange[]): Promise<void> {
      if (changes.length > ALONE_MAX) return write(changes);
      const order = count.next();
      const plans = await plansOf(changes, order);
      if (plans.some(({ before, after }) => before.length + after.length > 0)) return write(changes);
      const done = await Promise.all(plans.map(({ head }) => putAlone(keys, head, order)));
      const left = changes.filter((_, n) => done[n] !== true);
      if (left.length > 0) await write(left);
    },

    /**
     * Prepares the rows for another transaction, which must contain the fence check. Call `done` after that
     * transaction.
     * @returns null if the rows need several commits.
     */
    async prepare(changes: KeyChange[]): Promise<{ writes: Write[]; done(): void } | null> {
      const plans = await plansOf(changes, count.next());
      if (plans.length > JOINED_MAX || plans.some(({ before, after }) => before.length + after.length > 0)) return null;
      const writes = plans.map(({ head }) => head.write);
      const done = () => {
        for (const write of writes) remember(keys, write);
      };
      return { writes, done };
    },

    /** Deletes everything, starting with the credentials: keys without credentials are useless. @throws FenceLost */
    wipe: (): Promise<void> => wipe(keys),

    /**
     * Returns the write that deletes a row, for use in another transaction. Call `sweep` afterwards to delete the
     * remaining parts of a large value.
     */
    deletion: (category: string, id: string): Write => ({ delete: keys.place(category, id) }),

    /** Whether the key's value is stored in parts, which must be swept after the row is deleted. */
    hasParts: (category: string, id: string): boolean => keys.large.has(keys.place(category, id).sk),

    /** Deletes the parts, if any, of a row that was deleted in another transaction. @throws FenceLost */
    sweep: (category: string, id: string): Promise<void> => sweepParts(keys, category, id),

    /** Deletes parts without a head that an earlier owner left behind. @throws FenceLost */
    sweepOrphans: (category: string): Promise<void> => sweepOrphans(keys, category),
  };
}

/** See keyRows. */
export type KeyRows = ReturnType<typeof keyRows>;

function rank(category: string): number {
  if (category === LAST) return ORDER.length + 1;
  return ORDER.includes(category) ? ORDER.indexOf(category) : ORDER.length;
}

/** Commits new parts before the heads that refer to them, and deletes old parts only once no head refers to them. */
async function commitPlans(keys: KeyPartition, plans: KeyWrites[]): Promise<void> {
  await commitKeys(
    keys,
    plans.flatMap(({ before }) => before),
  );
  await commitKeys(
    keys,
    plans.map(({ head }) => head),
  );
  for (const { head } of plans) remember(keys, head.write);
  await commitKeys(
    keys,
    plans.flatMap(({ after }) => after),
  );
}

function remember({ large }: KeyPartition, head: Write): void {
  if ("delete" in head) large.delete(head.delete.sk);
  else if ("put" in head) {
    const { version, parts } = head.put;
    if (typeof version === "string" && typeof parts === "number") large.set(head.put.sk, { version, parts });
    else large.delete(head.put.sk);
  }
}

async function wipe(keys: KeyPartition): Promise<void> {
  const { pk } = keys.place("", "");
  await commitKeys(keys, [sizedDelete(keys.place("creds", "creds"))]);
  for (;;) {
    const page = await keys.table.query({ pk, limit: ROWS_A_COMMIT });
    await commitKeys(
      keys,
      page.items.map(({ pk, sk }) => sizedDelete({ pk, sk })),
    );
    if (!page.more) break;
  }
  keys.large.clear();
}
