import type { Inbox } from "../../inbox.ts";
import type { SessionDeps, SessionOwner } from "../../session-deps.ts";
import type { AuthStore } from "../auth-store.ts";
import type { Stanza } from "./bounds/stanza.ts";

/** What storing received messages takes: whose session it is, its keys, and the inbox whose jobs do it. */
export interface Reception {
  deps: SessionDeps;
  owner: SessionOwner;
  store: AuthStore;
  inbox: Inbox;
}

/** Whose session stores a message, and the deletion of its journal row: part of every operation on what came in. */
export function storedBy({ owner, store }: Reception, { journal }: Stanza) {
  return { ...owner, journal: store.journalDeletion(journal) };
}
