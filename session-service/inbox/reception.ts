import { transactFenced } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { keys } from "../../core/store/keys.ts";
import type { Write } from "../../core/store/table.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import type { AuthStore } from "../baileys/keys/auth-store.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { Inbox } from "./inbox.ts";

/** What storing received messages takes: whose session it is, its keys, and the inbox whose jobs do it. */
export interface Reception {
  deps: SessionDeps;
  owner: Owner;
  store: AuthStore;
  inbox: Inbox;
  /** The row of the quarantine from which a job is tried again; it goes when the job is done. Absent: from no row. */
  aside?: string;
}

/** Whose session stores a message, and the deletion of its journal row: part of every operation on what came in. */
export function storedBy(reception: Reception, { journal }: Stanza) {
  return { ...reception.owner, journal: rowOf(reception, journal) };
}

/** Takes away the row of what needs no storing. @throws FenceLost */
export async function dropRow(reception: Reception, journal: string): Promise<void> {
  const { deps, owner, store, aside } = reception;
  if (aside) return transactFenced(deps.table, owner.instance_id, owner.fence, [rowOf(reception, journal)]);
  if (!store.isClosed()) await store.journal.drop(journal);
}

function rowOf({ owner, store, aside }: Reception, journal: string): Write {
  return aside ? { delete: keys.quarantine(owner.instance_id, aside) } : store.journal.deletion(journal);
}
