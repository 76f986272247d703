import { transactFenced } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { keys } from "../../core/store/keys.ts";
import type { Write } from "../../core/store/table.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import type { AuthStore } from "../baileys/keys/auth-store.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { Inbox } from "./inbox.ts";

/**
 * The dependencies for storing received messages: the session's owner, its keys, and the inbox whose jobs store them.
 */
export interface InboxContext {
  deps: SessionDeps;
  owner: Owner;
  store: AuthStore;
  inbox: Inbox;
  /**
   * The id of the quarantine row being retried. The row is deleted when the job is done. Absent for a first attempt.
   */
  quarantined?: string;
}

/**
 * Returns the fields that every operation on received data needs: the owner, and the deletion of the message's journal
 * row.
 */
export function storedBy(context: InboxContext, { journal }: Stanza) {
  return { ...context.owner, journal: rowOf(context, journal) };
}

/**
 * Returns the fields of `storedBy` for a new message, plus the account's setting for whether new messages unarchive a
 * chat, which is stored with the credentials.
 */
export function newBy(context: InboxContext, stanza: Stanza) {
  const { accountSettings } = context.store.creds;
  return { ...storedBy(context, stanza), unarchives: accountSettings?.unarchiveChats === true };
}

/** Deletes the journal row of a message that doesn't need to be stored. @throws FenceLost */
export async function dropRow(context: InboxContext, journal: string): Promise<void> {
  const { deps, owner, store, quarantined } = context;
  if (quarantined) return transactFenced(deps.table, owner.instance_id, owner.fence, [rowOf(context, journal)]);
  if (!store.isClosed()) await store.journal.drop(journal);
}

function rowOf({ owner, store, quarantined }: InboxContext, journal: string): Write {
  return quarantined ? { delete: keys.quarantine(owner.instance_id, quarantined) } : store.journal.deletion(journal);
}
