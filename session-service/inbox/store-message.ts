import { ID_PREFIXES } from "../../core/contracts/ids.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import { mediaKey } from "../../core/domain/files/media-key.ts";
import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
import { receiveMessage } from "../../core/operations/receiving/receive-message.ts";
import { isStored } from "../../core/records/network-message.ts";
import { type Stanza, takeStanza } from "../baileys/inbound/bounds/stanza.ts";
import type { NamedFile } from "../baileys/inbound/content/file-fields.ts";
import { type People, peopleOf } from "../baileys/inbound/people.ts";
import type { Act } from "../baileys/inbound/read-act.ts";
import { type NetworkContent, type Reading, readMessage } from "../baileys/inbound/read-message.ts";
import { journalId } from "../baileys/shared/journal-id.ts";
import type { WAMessage } from "../baileys/shared/raw.ts";
import type { GroupHooks } from "./group-change.ts";
import type { GroupAnswer } from "./group-doubts.ts";
import { dropRow, type InboxContext, newBy } from "./inbox-context.ts";
import { commentTarget, withOpenComment } from "./open-comment.ts";
import { withOpenEventAnswer } from "./open-event-answer.ts";
import { quarantineMessage } from "./quarantine-message.ts";
import { receiveFile } from "./receive-file.ts";
import { storeAct } from "./store-act.ts";
import { storeHistoryPart } from "./store-history-part.ts";
import { storeTimer } from "./store-timer.ts";
import { tellRest } from "./tell-rest.ts";

/** Queries the network about a group. */
type AskHook = Pick<GroupHooks, "askAbout">;

const NOBODY_TO_ASK: AskHook = { askAbout: () => false };

/**
 * Stores a received message or act and deletes its journal row in the same transaction. For anything else, only deletes
 * the row. A file is fetched in the background, and its message is stored afterwards; acts on that message wait until
 * it is stored. Spec: Events, rule 4.
 * @throws FenceLost if another task owns the instance.
 */
export async function storeMessage(
  context: InboxContext,
  message: WAMessage,
  hooks: AskHook = NOBODY_TO_ASK,
): Promise<void> {
  await storeOne(context, message, hooks);
  context.inbox.texts.noteDone(journalId(message.key));
}

async function storeOne(context: InboxContext, message: WAMessage, hooks: AskHook): Promise<void> {
  const { deps, store, inbox } = context;
  const sealed = takeStanza(message, deps.clock.now());
  if (!sealed) {
    inbox.lines.notShown.note("no id");
    return dropRow(context, journalId(message.key));
  }
  if (inbox.texts.isStored(sealed.journal)) return inbox.reads.stored(sealed.key.id);
  const people = peopleOf(store);
  const about = commentTarget(sealed);
  // The message that the comment refers to isn't stored yet, because its file is still being fetched.
  if (about !== null && inbox.isInBackground(about)) {
    const work = () => storeStanza(context, sealed, people, hooks);
    return inbox.inBackground(about, { ...backgroundJob(context, sealed), what: "a comment", work });
  }
  await storeStanza(context, sealed, people, hooks);
}

async function storeStanza(context: InboxContext, sealed: Stanza, people: People, hooks: AskHook): Promise<void> {
  const stanza = await withOpenEventAnswer(context, await withOpenComment(context, sealed, people), people);
  if (await storeHistoryPart(context, stanza, people)) return;
  const reading = await readMessage(stanza, people);
  if (reading.kind === "act") return takeAct(context, stanza, reading.act, people, hooks);
  if (reading.kind === "timer") return storeTimer(context, stanza, reading.notice);
  await storeReading(context, stanza, reading);
}

async function storeReading(
  context: InboxContext,
  stanza: Stanza,
  reading: Exclude<Reading, { kind: "act" | "timer" }>,
): Promise<void> {
  const { deps, inbox } = context;
  if (reading.kind === "waiting") return; // nothing was decrypted, so nothing was journalled
  if (reading.kind === "message") {
    const { file } = reading;
    const incoming = await withAlbum(context, stanza, reading.incoming);
    if (incoming.error_code === "unsupported" && (await isCountedOnly(context, stanza, incoming))) return;
    const error_code = file && whyNotFetched(context, stanza, file);
    if (!file || error_code) {
      await receiveMessage(deps, { ...incoming, ...newBy(context, stanza), ...(error_code && { error_code }) });
      return sweepJournal(context, stanza);
    }
    const work = async (signal: AbortSignal) => {
      await storeWithFile(context, stanza, { incoming, file }, signal);
      await sweepJournal(context, stanza);
    };
    inbox.inBackground(incoming.network_id, { ...backgroundJob(context, stanza), what: "a file", work });
    return;
  }
  await inbox.albums.note(context, stanza);
  if (reading.kind === "unknown") inbox.lines.notShown.note(reading.what);
  await dropRow(context, stanza.journal);
}

/** If the file belongs to an album, adds the number of files announced for the album. */
async function withAlbum(context: InboxContext, stanza: Stanza, incoming: NetworkContent): Promise<NetworkContent> {
  const { details } = incoming;
  if (!details?.album) return incoming;
  return {
    ...incoming,
    details: { ...details, album: await context.inbox.albums.counted(context, stanza, details.album) },
  };
}

/**
 * Whether a message that can't be shown should only be counted, because its chat has had too many of them in the last
 * minute.
 */
async function isCountedOnly(context: InboxContext, stanza: Stanza, incoming: NetworkContent): Promise<boolean> {
  const { inbox, quarantined } = context;
  if (quarantined) return false;
  const turn = inbox.unsupported.take(stanza, incoming, (rest) => {
    const work = () => tellRest(context, rest);
    // If this job is lost, the rows stay in the journal and are processed again on the next connection.
    void inbox.add({ what: "a number of messages", chat: stanza.key.chat.id, work, quarantine: async () => {} });
  });
  if (turn === "drop") await dropRow(context, stanza.journal);
  return turn !== "told";
}

/** Stores an act. If the target message's file is still being fetched, the act waits until the message is stored. */
async function takeAct(context: InboxContext, stanza: Stanza, act: Act, people: People, hooks: AskHook): Promise<void> {
  const { inbox } = context;
  const work = async () => {
    if (await storeAct(context, stanza, act, people)) await sweepJournal(context, stanza);
    else askFirst(context, stanza, act, people, hooks);
  };
  if (!inbox.isInBackground(act.target.id)) return work();
  inbox.inBackground(act.target.id, { ...backgroundJob(context, stanza), what: "an act", work });
}

/**
 * Stores an act that can only be judged with the network's answer, once that answer has arrived. Until then, the act
 * stays in the journal. If no answer arrives, it is processed again on the next connection.
 */
function askFirst(context: InboxContext, stanza: Stanza, act: Act, people: People, hooks: AskHook): void {
  const { inbox, quarantined } = context;
  if (quarantined) throw new Error("The group's admins can't be looked up right now.");
  const judge = (answer: GroupAnswer) => {
    const work = async () => {
      if (await storeAct(context, stanza, act, people, answer)) return sweepJournal(context, stanza);
      inbox.lines.actsInDoubt.note(act.does.what);
    };
    void inbox.add({ ...backgroundJob(context, stanza), what: "an act", chat: stanza.key.chat.id, work });
  };
  hooks.askAbout(stanza.key.chat.id, judge);
}

/** Returns why a file should not be fetched at all, or null if it should be. */
function whyNotFetched({ inbox }: InboxContext, { key }: Stanza, file: NamedFile) {
  if ((file.declaredBytes ?? 0) > LIMITS.receivedFileMaxBytes) return "file_too_large";
  return inbox.hasRoomFor(writerOf(key)) || inbox.isInBackground(key.id) ? null : "media_unreachable";
}

const writerOf = ({ chat, writer }: Stanza["key"]) => (writer ?? chat).id;

const backgroundJob = (context: InboxContext, { journal, asSent, key }: Stanza) => ({
  id: journal,
  by: writerOf(key),
  quarantine: (failure: QuarantineReason) => quarantineMessage(context, asSent, failure),
});

/**
 * Deletes the parts of a large journal row once the row itself has been deleted. Also marks the message as read if its
 * read receipt arrived before the message did.
 */
async function sweepJournal({ store, inbox }: InboxContext, { journal, key }: Stanza): Promise<void> {
  inbox.reads.stored(key.id);
  if (!store.isClosed()) await store.journal.sweep(journal);
}

async function storeWithFile(
  context: InboxContext,
  stanza: Stanza,
  { incoming, file }: { incoming: NetworkContent; file: NamedFile },
  signal: AbortSignal,
): Promise<void> {
  const { deps, owner, inbox } = context;
  const { instance_id, account_id } = owner;
  const { network_id, from_me, person } = incoming;
  const stored = { ...incoming, ...newBy(context, stanza) };
  if (await isStored(deps, { instance_id, network_id, author: from_me ? "out" : person })) {
    await receiveMessage(deps, stored); // only takes its journal row away
    return;
  }
  const id = deps.ids.next(ID_PREFIXES.message, deps.clock.now());
  const key = mediaKey(account_id, instance_id, id);
  const again = () => inbox.phone.askAgain({ ...stanza.asSent, message: file.content }, writerOf(stanza.key));
  const rest = <T>(wait: () => Promise<T>) => inbox.rest(network_id, wait);
  const lost = (error: Error) => inbox.lines.notFetched.note(error.message);
  const received = await receiveFile(deps, { key, file }, { again, rest, lost }, signal);
  const isKept = await receiveMessage(deps, { ...stored, id, ...received });
  if (!isKept.stored && received.file) await deps.media.remove(key);
}
