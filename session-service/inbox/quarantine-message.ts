import { failureKind } from "../../core/failure-kind.ts";
import { packInput } from "../../core/operations/quarantine/pack-input.ts";
import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
import { quarantineWrites } from "../../core/operations/quarantine/quarantine-job.ts";
import { receiveMessage } from "../../core/operations/receiving/receive-message.ts";
import { FenceLost, transactFenced } from "../../core/records/fence.ts";
import type { JobKind } from "../../core/records/quarantine.ts";
import type { Write } from "../../core/store/table.ts";
import { takeStanza } from "../baileys/inbound/bounds/stanza.ts";
import { peopleOf } from "../baileys/inbound/people.ts";
import { standInFor } from "../baileys/inbound/stand-in.ts";
import { journalId } from "../baileys/shared/journal-id.ts";
import { keptMessage } from "../baileys/shared/kept-message.ts";
import type { WAMessage } from "../baileys/shared/raw.ts";
import type { InboxContext } from "./inbox-context.ts";

/** The parts of a message stored in the quarantine. */
interface Kept {
  kind: JobKind;
  /** The id of the message's journal row. */
  id: string;
  input: Uint8Array | null;
}

/**
 * Quarantines a message or an act that can never be stored. Its quarantine row is written in the same commit that
 * deletes its journal row. For a message, that commit also stores a placeholder without content, marked as unreadable.
 * For an act, the target stays unchanged.
 * @param message null if not even its key can be read. @param kept the parts to store; defaults to the whole message.
 * @throws FenceLost, and table errors.
 */
export async function quarantineMessage(
  context: InboxContext,
  message: WAMessage | null,
  failure: QuarantineReason,
  kept: Kept | null = message && keptOf(message),
): Promise<void> {
  if (!kept) return;
  const { deps, owner, store } = context;
  const { id, ...about } = kept;
  const writes = [
    ...quarantineWrites(owner, { id: quarantineId(id), ...about, ...failure }, deps.clock.now()),
    ...(context.quarantined ? [] : [store.journal.deletion(id)]),
  ];
  await replace(context, message, id, writes);
}

/**
 * Stores a placeholder without content for a message whose content was not stored. Nothing is quarantined, because
 * there is nothing to retry. @param id the id of the message's journal row. @throws FenceLost, and table errors.
 */
export function tellUnreadable(context: InboxContext, message: WAMessage | null, id: string): Promise<void> {
  return replace(context, message, id, [context.store.journal.deletion(id)]);
}

/**
 * Commits the writes together with a placeholder without content for the received message. If no placeholder can be
 * created, commits only the writes.
 */
async function replace(context: InboxContext, message: WAMessage | null, id: string, writes: Write[]): Promise<void> {
  const { deps, owner, store } = context;
  const isCommitted = message !== null && (await storePlaceholder(context, message, writes));
  if (!isCommitted) await transactFenced(deps.table, owner.instance_id, owner.fence, writes);
  if (!store.isClosed()) await store.journal.sweep(id);
}

/** Returns the quarantine ID of the message with this journal row. It is the same however often the message arrives. */
const quarantineId = (journalRow: string) => `job_${journalRow}`;

function keptOf(message: WAMessage): Kept {
  const id = journalId(message.key);
  try {
    return { kind: "message", id, input: packInput(keptMessage(message)) };
  } catch {
    return { kind: "message", id, input: null };
  }
}

/**
 * Stores a message without content in place of the received one, together with these writes. @returns false if no such
 * message can be created, or if storing it fails.
 */
async function storePlaceholder(context: InboxContext, message: WAMessage, writes: Write[]): Promise<boolean> {
  const { deps, owner, store } = context;
  try {
    const stanza = takeStanza(message, deps.clock.now());
    const standIn = stanza && (await standInFor(stanza, peopleOf(store)));
    if (!standIn) return false;
    return (await receiveMessage(deps, { ...standIn, ...owner, journal: null, also: writes })).stored;
  } catch (error) {
    if (error instanceof FenceLost || failureKind(error) === "passing") throw error;
    context.inbox.lines.notToldOf.note(String(error));
    return false;
  }
}
