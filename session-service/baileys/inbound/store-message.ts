import type { WAMessage } from "@whiskeysockets/baileys";
import { receiveMessage } from "../../../core/operations/receive-message.ts";
import type { SessionDeps, SessionOwner } from "../../session-deps.ts";
import type { AuthStore } from "../auth-store.ts";
import { journalId } from "../journal.ts";
import { type PhoneOf, readMessage } from "./read-message.ts";

/**
 * Stores one received message and deletes its journal row in the same transaction; what is no message only loses its
 * row. @throws FenceLost when another task has the instance.
 */
export async function storeMessage(
  deps: SessionDeps,
  owner: SessionOwner,
  store: AuthStore,
  message: WAMessage,
): Promise<void> {
  const reading = await readMessage(message, phoneFrom(store));
  const id = journalId(message.key);
  if (reading.kind === "message") {
    const { kind: _, ...incoming } = reading;
    await receiveMessage(deps, { ...owner, ...incoming, journal: store.journalDeletion(id) });
    return;
  }
  if (reading.kind === "waiting") return; // nothing was decrypted, so nothing was journalled
  if (reading.kind !== "ignored") {
    deps.log.warn({ instance_id: owner.instance_id, kind: reading.kind, content: reading.what }, "message not shown");
  }
  if (!store.isClosed()) await store.dropJournal(id);
}

/** The session's own pairs of private id and phone, as the library stores them; no question to the network. */
function phoneFrom(store: AuthStore): PhoneOf {
  return async (privateUser) => {
    const id = `${privateUser}_reverse`;
    const found = await store.keys.get("lid-mapping", [id]);
    return found[id] ?? null;
  };
}
