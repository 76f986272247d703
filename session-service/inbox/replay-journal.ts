import { entryIn, type JournalRow } from "../baileys/keys/journal-entry.ts";
import { asideJob } from "./aside-job.ts";
import type { Job } from "./job.ts";
import { type ConnectionHooks, receivedJob } from "./received-jobs.ts";
import type { Reception } from "./reception.ts";

/**
 * Stores messages that were received and not stored, oldest first: after a crash, and after a connection that closed
 * between the receipt and the library's event. One that is stored already only loses its row, one whose file is being
 * fetched is left to that job, and one that can't be stored is set aside. Call it from a job of the inbox only.
 * @throws FenceLost
 */
export async function storeJournalled(reception: Reception, hooks?: ConnectionHooks): Promise<void> {
  const { store, inbox } = reception;
  if (!store.creds.me || store.isClosed()) return;
  const rows = [...(await store.journal.all())].map(([id, text]): JournalRow => ({ id, text }));
  const inOrder = rows.map((row) => ({ row, order: orderOf(row) })).toSorted((a, b) => a.order - b.order);
  for (const { row } of inOrder) await inbox.finish(receivedJob(reception, "journal_entry", row, hooks));
}

/** The job that stores the journal's messages. If the journal can't be read, the next connection tries again. */
export const journalJob = (reception: Reception, hooks?: ConnectionHooks): Job =>
  asideJob(reception.deps, reception.owner, { kind: "journal" }, () => storeJournalled(reception, hooks));

/** The order of an entry; one that can't be read comes first, to be set aside. */
function orderOf(row: JournalRow): number {
  try {
    return entryIn(row).order;
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}
