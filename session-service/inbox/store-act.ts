import { createHash } from "node:crypto";
import { recordDeletion } from "../../core/operations/receiving/record-deletion.ts";
import { recordEdit } from "../../core/operations/receiving/record-edit.ts";
import { recordPollVote } from "../../core/operations/receiving/record-poll-vote.ts";
import { recordReaction } from "../../core/operations/receiving/record-reaction.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { findMessage } from "../../core/records/network-message.ts";
import { decodedMessage, decodedVote } from "../baileys/inbound/bounds/decode.ts";
import { takenBytes, takenItems } from "../baileys/inbound/bounds/foreign.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import { unwrap } from "../baileys/inbound/content/unwrap.ts";
import { type NetworkPerson, personNamed } from "../baileys/inbound/network-person.ts";
import { authorsOf, doerOf, possibleAuthors } from "../baileys/inbound/parties.ts";
import { ownPerson, type People, withPrivateId } from "../baileys/inbound/people.ts";
import { type Act, editIn, type SealedNote } from "../baileys/inbound/read-act.ts";
import { type NoteUse, openNote, secretOf } from "../baileys/inbound/secret-note.ts";
import type { GroupAnswer } from "./group-doubts.ts";
import { dropRow, type InboxContext, storedBy } from "./inbox-context.ts";
import { judgeAct } from "./judge-act.ts";

/**
 * Records an act on a message, once however often it comes. An act on a message that is not kept, or of somebody who may not,
 * only loses its journal row. @param answer see judgeAct.
 * @throws FenceLost @returns false: it hangs on who is an admin of the group, and its row stays.
 */
export async function storeAct(
  context: InboxContext,
  stanza: Stanza,
  act: Act,
  people: People,
  answer?: GroupAnswer,
): Promise<boolean> {
  const found = await findTarget(context, act, people);
  const doer = await doerOf(stanza, people);
  if (found && doer) {
    const { record, author } = found;
    const ruling = await judgeAct(context, stanza, people, { what: act.does.what, record, author, doer }, answer);
    if (ruling === "in_doubt") return false;
    if (ruling === "refused") {
      context.inbox.lines.actsRefused.note();
      await dropRow(context, stanza.journal);
      return true;
    }
  }
  await record(context, stanza, { act, people, found, doer });
  return true;
}

async function record(
  context: InboxContext,
  stanza: Stanza,
  { act, people, found, doer }: { act: Act; people: People; found: Found | null; doer: NetworkPerson | null },
): Promise<void> {
  const { deps } = context;
  const does = found && doer && (await opened(stanza, act, found.record, () => noteIds(people, found.record, doer)));
  if (!found || !doer || !does) {
    if (found) context.inbox.lines.actsUnreadable.note();
    return dropRow(context, stanza.journal);
  }
  const { network_id, author } = found;
  const change = { ...storedBy(context, stanza), network_id, author, at: does.at };
  switch (does.what) {
    case "reaction":
      await recordReaction(deps, { ...change, by: doer.name, emoji: does.emoji });
      return;
    case "deletion":
      await recordDeletion(deps, change);
      return;
    case "edit":
      await recordEdit(deps, { ...change, text: does.text });
      return;
    case "vote":
      await recordPollVote(deps, { ...change, voter: doer.name, options: does.options });
  }
}

interface Found {
  network_id: string;
  author: string;
  record: MessageRecord;
}

/** Acts that both sides of a chat may do, on either side's messages. */
const OF_EITHER: ReadonlySet<Act["does"]["what"]> = new Set(["reaction", "vote"]);

/** The message of an act, stored under any of its writer's ids; null: it is not kept. */
async function findTarget({ deps, owner }: InboxContext, { target, does }: Act, people: People): Promise<Found | null> {
  const authors = OF_EITHER.has(does.what) ? possibleAuthors(target, people) : authorsOf(target, people);
  for (const author of await authors) {
    const named = { instance_id: owner.instance_id, network_id: target.id, author };
    const record = await findMessage(deps, named);
    if (record) return { network_id: target.id, author, record };
  }
  return null;
}

type Opened = { at: Date } & (
  | { what: "reaction"; emoji: string | null }
  | { what: "deletion" }
  | { what: "edit"; text: string }
  | { what: "vote"; options: string[] }
);

interface NoteIds {
  authors: string[];
  writers: string[];
}

/** The act with its note opened; null: it can't be. @param ids used only when there is a note. */
async function opened(
  stanza: Stanza,
  { does, at }: Act,
  record: MessageRecord,
  ids: () => Promise<NoteIds>,
): Promise<Opened | null> {
  switch (does.what) {
    case "sealed_edit": {
      const note = clearNote("Message Edit", record, await ids(), does.note);
      const edit = note && unwrap(decodedMessage(note))?.content.protocolMessage;
      const read = edit ? editIn(stanza, edit) : null;
      return read?.does.what === "edit" ? { what: "edit", text: read.does.text, at: read.at } : null;
    }
    case "vote": {
      const note = clearNote("Poll Vote", record, await ids(), does.note);
      const options = note && chosen(record, note);
      return options && { what: "vote", at, options };
    }
    default:
      return { ...does, at };
  }
}

function clearNote(use: NoteUse, record: MessageRecord, ids: NoteIds, note: SealedNote): Buffer | null {
  const stored = record.network_bytes && decodedMessage(record.network_bytes);
  const secret = stored && secretOf(stored);
  return secret && record.network_id ? openNote(use, { id: record.network_id, secret }, ids, note) : null;
}

/** More options than any poll has. */
const MOST_CHOSEN = 100;
const HASH_BYTES = 32;

/** A vote names options by the SHA-256 of their texts; null: it is not a vote. */
function chosen({ poll }: MessageRecord, note: Uint8Array): string[] | null {
  const vote = decodedVote(note);
  if (!vote) return null;
  const hashes = takenItems(vote.selectedOptions, MOST_CHOSEN).map((hash) => hex(takenBytes(hash, HASH_BYTES)));
  return (poll?.options ?? []).filter((option) => hashes.includes(createHash("sha256").update(option).digest("hex")));
}

const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString("hex");

/** Every id under which the note's writer may speak of the message's author and of themselves. */
async function noteIds(people: People, record: MessageRecord, doer: NetworkPerson): Promise<NoteIds> {
  const { participant, phone, network_chat } = record;
  const author =
    record.direction === "out" ? ownPerson(people) : personNamed(participant ?? phone ?? network_chat ?? "");
  return { authors: idsOf(await withPrivateId(author, people)), writers: idsOf(await withPrivateId(doer, people)) };
}

const idsOf = ({ phone, private_id, chat }: NetworkPerson): string[] => [
  ...(private_id === null ? [] : [private_id]),
  ...(phone ? [chat] : []),
];
