import { NotAMessage } from "../baileys/inbound/not-a-message.ts";
import { entryIn, type JournalRow, messageIn } from "../baileys/journal/journal-entry.ts";
import { writerOf } from "../baileys/shared/writers.ts";
import type { InboxContext } from "./inbox-context.ts";
import type { Job } from "./job.ts";
import { jobWithQuarantine } from "./job-with-quarantine.ts";
import { type ConnectionHooks, receivedJob } from "./received-jobs.ts";

/**
 * Creates the job that stores messages that were received but not yet stored, oldest first. Such messages are left
 * behind by a crash, or when a connection closes before the library emits them. Each message becomes a separate job,
 * ahead of everything that arrived later. For a message that is already stored, only the row is deleted. A message
 * whose file is being fetched is left to the job that fetches it; a message that can't be stored is quarantined. A long
 * journal is read page by page. If it can't be read, the next connection retries.
 */
export const journalJob = (context: InboxContext, hooks?: ConnectionHooks, after?: string): Job =>
  jobWithQuarantine(context.deps, context.owner, { kind: "journal" }, async () => {
    const { store, inbox } = context;
    if (!store.creds.me || store.isClosed()) return;
    const page = await store.journal.page(after);
    const rows = [...page.texts].map(([id, text]): JournalRow => ({ id, text }));
    const left = await withoutSurplus(context, rows);
    const next = page.after === undefined ? [] : [journalJob(context, hooks, page.after)];
    inbox.addFirst([...left.map((row) => receivedJob(context, "journal_entry", row, hooks)), ...next]);
  });

/**
 * Creates the job that stores messages from the journal that the library decrypted but didn't emit, because it fails on
 * some messages. By the time the job runs, most of the rows are gone.
 */
export const leftoversJob = (context: InboxContext, ids: string[], hooks?: ConnectionHooks): Job =>
  jobWithQuarantine(context.deps, context.owner, { kind: "journal" }, async () => {
    const { store, inbox } = context;
    if (store.isClosed()) return;
    const rows = [...(await store.journal.some(ids))].map(([id, text]): JournalRow => ({ id, text }));
    inbox.addFirst(inOrder(rows).map((row) => receivedJob(context, "journal_entry", row, hooks)));
  });

/**
 * Returns the rows in order, leaving out damaged messages that exceed their sender's reporting budget, and deletes the
 * rows of those messages. Earlier versions could leave any number of such rows in the journal.
 */
async function withoutSurplus({ store }: InboxContext, rows: JournalRow[]): Promise<JournalRow[]> {
  const damaged = Map.groupBy(
    rows.filter((row) => isDamaged(row)),
    writerIn,
  );
  const surplus = [...damaged].flatMap(([writer, theirs]) => theirs.slice(store.writers.damaged.left(writer)));
  if (surplus.length > 0) await store.journal.drop(...surplus.map(({ id }) => id));
  const gone = new Set(surplus);
  return inOrder(rows.filter((row) => !gone.has(row)));

  function isDamaged(row: JournalRow): boolean {
    try {
      messageIn(entryIn(row), store);
      return false;
    } catch (error) {
      return error instanceof NotAMessage;
    }
  }
}

const writerIn = (row: JournalRow) => writerOf(entryIn(row).attrs);

const inOrder = (rows: JournalRow[]) =>
  rows
    .map((row) => ({ row, order: orderOf(row) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ row }) => row);

/** Returns an entry's order. Unreadable entries sort first, so they are quarantined. */
function orderOf(row: JournalRow): number {
  try {
    return entryIn(row).order;
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}
