import type { WAMessage } from "@whiskeysockets/baileys";
import type { JobKind } from "../../core/contracts/quarantine.ts";
import { failureKind } from "../../core/failure-kind.ts";
import { FenceLost, transactFenced } from "../../core/operations/fence.ts";
import { packInput } from "../../core/operations/pack-input.ts";
import { receiveMessage } from "../../core/operations/receive-message.ts";
import { asideWrites } from "../../core/operations/set-aside.ts";
import type { Write } from "../../core/store/table.ts";
import type { Failure } from "../job.ts";
import { takeStanza } from "./inbound/bounds/stanza.ts";
import { peopleOf } from "./inbound/people.ts";
import type { Reception } from "./inbound/reception.ts";
import { standInFor } from "./inbound/stand-in.ts";
import { journalId } from "./journal.ts";
import { keptMessage } from "./kept-message.ts";

/** What is kept of it. */
interface Kept {
  kind: JobKind;
  /** Its journal row. */
  id: string;
  input: Uint8Array | null;
}

/**
 * Sets aside a message that can never be stored, or what somebody did to one: its row of the quarantine is written in
 * the commit that takes its journal row away. Of a message customers are told that it came and could not be read, in that
 * same commit; what was done to a message leaves it as it was.
 * @param message null: not even its key can be read. @param kept absent: the message as it is.
 * @throws FenceLost, and what the table throws.
 */
export async function setMessageAside(
  reception: Reception,
  message: WAMessage | null,
  failure: Failure,
  kept: Kept | null = message && keptOf(message),
): Promise<void> {
  if (!kept) return;
  const { deps, owner, store } = reception;
  const { id, ...about } = kept;
  const writes = [
    ...asideWrites(owner, { id: quarantineId(id), ...about, ...failure }, deps.clock.now()),
    ...(reception.aside ? [] : [store.journalDeletion(id)]),
  ];
  const isCommitted = message !== null && (await isTold(reception, message, writes));
  if (!isCommitted) await transactFenced(deps.table, owner.instance_id, owner.fence, writes);
  if (!store.isClosed()) await store.sweepJournal(id);
}

/** Under which id a message with this journal row is set aside: the same however often it comes. */
const quarantineId = (journalRow: string) => `job_${journalRow}`;

function keptOf(message: WAMessage): Kept {
  const id = journalId(message.key);
  try {
    return { kind: "message", id, input: packInput(keptMessage(message)) };
  } catch {
    return { kind: "message", id, input: null };
  }
}

/** Stores what stands in for it, with these writes. @returns false: there is nothing to tell, or it can't be told. */
async function isTold(reception: Reception, message: WAMessage, writes: Write[]): Promise<boolean> {
  const { deps, owner, store } = reception;
  try {
    const stanza = takeStanza(message, deps.clock.now());
    const standIn = stanza && (await standInFor(stanza, peopleOf(store)));
    if (!standIn) return false;
    return (await receiveMessage(deps, { ...standIn, ...owner, journal: null, also: writes })).stored;
  } catch (error) {
    if (error instanceof FenceLost || failureKind(error) === "passing") throw error;
    deps.log.warn({ instance_id: owner.instance_id, error: String(error) }, "an unreadable message was not told of");
    return false;
  }
}
