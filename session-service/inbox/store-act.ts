import { createHash } from "node:crypto";
import { recordDeletion } from "../../core/operations/receiving/record-deletion.ts";
import { recordEdit } from "../../core/operations/receiving/record-edit.ts";
import { recordPollVote } from "../../core/operations/receiving/record-poll-vote.ts";
import { recordReaction } from "../../core/operations/receiving/record-reaction.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { decodedMessage, decodedReaction, decodedVote } from "../baileys/inbound/bounds/decode.ts";
import { takenBytes, takenItems } from "../baileys/inbound/bounds/foreign.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import { unwrap } from "../baileys/inbound/content/unwrap.ts";
import type { NetworkPerson } from "../baileys/inbound/network-person.ts";
import { authorsOf, doerOf, possibleAuthors } from "../baileys/inbound/parties.ts";
import type { People } from "../baileys/inbound/people.ts";
import { type Act, changeIn, type EditEffect, editIn, takenEmoji } from "../baileys/inbound/read-act.ts";
import type { GroupAnswer } from "./group-doubts.ts";
import { dropRow, type InboxContext, storedBy } from "./inbox-context.ts";
import { judgeAct } from "./judge-act.ts";
import { clearNote, type FoundTarget, findByAuthors, type NoteIds, noteIds } from "./sealed-notes.ts";

/**
 * Records an act on a message once, even if it arrives several times. If the message isn't stored, or the act isn't
 * permitted, only deletes the act's journal row. @param answer see judgeAct.
 * @throws FenceLost @returns false if the network must first be queried for the group's admins; the row is then left in
 * place.
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
  { act, people, found, doer }: { act: Act; people: People; found: FoundTarget | null; doer: NetworkPerson | null },
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
    case "edit": {
      const { what: _, ...edit } = does;
      await recordEdit(deps, { ...change, ...edit });
      return;
    }
    case "cancellation":
      await recordEdit(deps, { ...change, text: null, cancels: true });
      return;
    case "vote":
      await recordPollVote(deps, { ...change, voter: doer.name, options: does.options });
  }
}

/** Acts that either side of a chat may perform on either side's messages. */
const OF_EITHER: ReadonlySet<Act["does"]["what"]> = new Set(["reaction", "sealed_reaction", "vote"]);

/** Returns the message that an act is about, stored under any of its author's ids, or null if it isn't stored. */
async function findTarget(context: InboxContext, { target, does }: Act, people: People): Promise<FoundTarget | null> {
  const authors = await (OF_EITHER.has(does.what) ? possibleAuthors(target, people) : authorsOf(target, people));
  return findByAuthors(context, target.id, authors);
}

type Opened = { at: Date } & (
  | { what: "reaction"; emoji: string | null }
  | { what: "deletion" | "cancellation" }
  | EditEffect
  | { what: "vote"; options: string[] }
);

/**
 * Returns the act with its note decrypted, or null if the note can't be decrypted. @param ids used only if there is a
 * note.
 */
async function opened(
  stanza: Stanza,
  { does, at }: Act,
  record: MessageRecord,
  ids: () => Promise<NoteIds>,
): Promise<Opened | null> {
  switch (does.what) {
    case "sealed_edit":
      return sealedEdit(stanza, clearNote(does.use, record, await ids(), does.note));
    case "sealed_reaction": {
      const note = clearNote("Enc Reaction", record, await ids(), does.note);
      const reaction = note && decodedReaction(note);
      return reaction && { what: "reaction", emoji: takenEmoji(reaction.text), at };
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

/** Returns the edit in a decrypted note, which contains either a complete act or just the new content. */
function sealedEdit(stanza: Stanza, note: Uint8Array | null): Opened | null {
  const unwrapped = note && unwrap(decodedMessage(note));
  if (!unwrapped) return null;
  const { protocolMessage } = unwrapped.content;
  if (!protocolMessage) {
    const change = changeIn(unwrapped);
    return change && { ...change, at: stanza.at };
  }
  const read = editIn(stanza, protocolMessage);
  return read?.does.what === "edit" ? { ...read.does, at: read.at } : null;
}

/** The maximum number of chosen options, which is more than any poll has. */
const MOST_CHOSEN = 100;
const HASH_BYTES = 32;

/**
 * Returns the chosen options, which a vote identifies by the SHA-256 of their texts, or null if the note isn't a vote.
 */
function chosen({ poll }: MessageRecord, note: Uint8Array): string[] | null {
  const vote = decodedVote(note);
  if (!vote) return null;
  const hashes = takenItems(vote.selectedOptions, MOST_CHOSEN).map((hash) => hex(takenBytes(hash, HASH_BYTES)));
  return (poll?.options ?? []).filter((option) => hashes.includes(createHash("sha256").update(option).digest("hex")));
}

const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString("hex");
