import { createHash } from "node:crypto";
import { transactFenced } from "../../core/records/fence.ts";
import { type HistoryPartRecord, historyPartWrites } from "../../core/records/history-part.ts";
import { TransactionRefused } from "../../core/store/table.ts";
import { historyNoticeIn } from "../baileys/history/history-notice.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import type { People } from "../baileys/inbound/people.ts";
import type { AuthStore } from "../baileys/keys/auth-store.ts";
import { dropRow, type InboxContext, storedBy } from "./inbox-context.ts";

/** The data stored for a quarantined history part. */
export type QuarantinedHistoryPart = Pick<HistoryPartRecord, "id" | "order" | "link" | "notice">;

/** Returns a key for the current link, distinct from that of every other link of the instance. */
export const linkOf = ({ creds }: AuthStore): string =>
  createHash("sha256").update(creds.noiseKey.public).digest("hex").slice(0, 16);

/**
 * Adds a part of the phone's history to the parts waiting to be imported, in the same commit that deletes the message's
 * journal row.
 * @returns false if the message doesn't announce a history part. @throws FenceLost
 */
export async function storeHistoryPart(context: InboxContext, stanza: Stanza, people: People): Promise<boolean> {
  const found = historyNoticeIn(stanza, people);
  if (!found) return false;
  const { deps, owner, store, inbox } = context;
  const part = { ...found, id: stanza.key.id, link: linkOf(store) };
  const { journal } = storedBy(context, stanza);
  try {
    const writes = historyPartWrites(owner.instance_id, part, deps.clock.now());
    await transactFenced(deps.table, owner.instance_id, owner.fence, [...writes, journal]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    await dropRow(context, stanza.journal); // it waits already
  }
  if (!store.isClosed()) await store.journal.sweep(stanza.journal);
  inbox.history.give();
  return true;
}

/**
 * Puts a quarantined part back among the waiting parts. @throws FenceLost, or Error if the phone is no longer linked.
 */
export async function storeHistoryPartAgain(
  { deps, owner, store, inbox }: InboxContext,
  part: QuarantinedHistoryPart,
): Promise<void> {
  if (part.link !== linkOf(store)) throw new Error("The phone that it belongs to is no longer linked.");
  const writes = historyPartWrites(owner.instance_id, part, deps.clock.now());
  await transactFenced(deps.table, owner.instance_id, owner.fence, writes).catch((error: unknown) => {
    if (!(error instanceof TransactionRefused)) throw error; // it waits already
  });
  inbox.history.give();
}
