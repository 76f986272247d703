import { FenceLost } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { recallSent } from "../../core/records/sent-messages.ts";
import { isUnreadable } from "../baileys/inbound/is-unreadable.ts";
import { encodeKey } from "../baileys/keys/key-codec.ts";
import type { WAMessage } from "../baileys/shared/raw.ts";
import { writerOf } from "../baileys/shared/writers.ts";
import type { Connection, ConnectionEvents } from "../baileys/socket/connection.ts";
import { forgetDevices, STALE_DEVICES } from "../connection/stale-devices.ts";
import { ContactBatches } from "../inbox/contact-batches.ts";
import type { ToldGroupFact } from "../inbox/group-change.ts";
import { GroupDoubts } from "../inbox/group-doubts.ts";
import type { InboxContext } from "../inbox/inbox-context.ts";
import { declineCall } from "../inbox/incoming-call.ts";
import { type ConnectionHooks, type Received, receivedJob } from "../inbox/received-jobs.ts";
import { REFUSED_463, Refusals463 } from "../inbox/refusal-463.ts";
import { journalJob, leftoversJob } from "../inbox/replay-journal.ts";
import { storeTextAtOnce } from "../inbox/store-text-at-once.ts";
import { newVerifiedName } from "../inbox/verified-name.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { SessionParts } from "./session-parts.ts";

type Ringing = Parameters<ConnectionHooks["decline"]>[0];
type ReceivedEvents = Pick<
  ConnectionEvents,
  | "messages"
  | "receipts"
  | "statusViews"
  | "ownRead"
  | "call"
  | "groupChange"
  | "groupsDirty"
  | "pair"
  | "setting"
  | "acknowledged"
  | "timeLock"
  | "quota"
>;

/** The connection that the events belong to. */
interface EventsConnection {
  network(): Connection;
  /** Makes the session's loop take a step. */
  changed(): void;
  /** Closes the connection because messages from many people have become unreadable. */
  giveUpBad(): void;
}

/**
 * Creates handlers for the connection events that contain data to store. Each handler turns the data into a job in the
 * session's inbox.
 */
export function receivedEvents(
  deps: SessionDeps,
  owner: Owner,
  { store, inbox, caches, acknowledgements, receipts, health, groups, mute }: SessionParts,
  { network, changed, giveUpBad }: EventsConnection,
): ReceivedEvents & { readJournal(): void; groupFact(told: ToldGroupFact): Promise<void> } {
  const context = { deps, owner, store, inbox };
  const refusals = new Refusals463(deps, owner, changed);
  const hooks: ConnectionHooks = {
    changed,
    decline: (call) => decline(context, network(), call),
    groups: groupHooks(network, groups),
  };
  const take = async <K extends keyof Received>(kind: K, value: Received[K]): Promise<void> => {
    if (!mute) await inbox.add(receivedJob(context, kind, value, hooks));
  };
  if (!mute) takeTexts(context, hooks);
  const contacts = new ContactBatches(inbox, (change) => receivedJob(context, "contact_change", change, hooks));
  return {
    /** Stores messages that have been decrypted but not yet stored. */
    readJournal() {
      if (!mute) void inbox.add(journalJob(context, hooks));
    },
    messages(messages, isLive) {
      for (const message of messages) {
        void take("message", message);
        const verified = newVerifiedName(message, caches.verifiedNames);
        if (verified) void take("contact_change", verified);
      }
      // Count all messages, even after one of them has made the session suspect.
      const heard = messages.map((message) => ({
        writer: writerIn(message),
        isReadable: !isUnreadable(message),
        isLive,
      }));
      const doubts = heard.filter((message) => health.noteMessage(message));
      if (doubts.length > 0) giveUpBad();
    },
    async receipts(received) {
      const record = async (receipt: Received["receipt"]) => {
        const { network_id, kind, at, chat } = receipt;
        // Anyone can send a receipt with this id, so only a receipt from the message's own chat is recorded together
        // with the acknowledgement.
        const isTheirs = recallSent(deps.table, owner.instance_id, network_id)?.network_chat === chat;
        if (isTheirs) await receipts.note(network_id, { kind, at: at ?? deps.clock.now() });
        await take("receipt", receipt);
      };
      await Promise.all(received.map(record));
    },
    statusViews: (views) => take("status_views", views),
    async ownRead(read) {
      await take("own_read", read);
      await inbox.reads.settled(read.network_ids);
    },
    call: (call) => take("call", call),
    groupChange: (change) => take("group_change", change),
    groupsDirty: () => groups.noteDirty(),
    groupFact: (told) => take("group_fact", told),
    pair: (pair) => void take("pair", pair),
    async setting({ kind, value }) {
      if (kind === "contact_change" && !mute) return contacts.add(value);
      contacts.close();
      await take(kind, value);
    },
    acknowledged(id, { error, ...more }, chat) {
      if (error === STALE_DEVICES) forgetDevices(caches);
      if (error !== REFUSED_463.locked) return acknowledgements.note(id, error, more);
      void refusals.explain(network(), chat).then((why) => acknowledgements.note(id, why));
    },
    timeLock: (lock) => void inbox.add(receivedJob(context, "lock", lock, hooks)),
    quota: (quota) => void inbox.add(receivedJob(context, "quota", quota)),
  };
}

function groupHooks(network: EventsConnection["network"], groups: SessionParts["groups"]): ConnectionHooks["groups"] {
  const doubts = new GroupDoubts(async (group) => {
    const { members } = await network().readGroup(group);
    groups.readSoon(group);
    return { members, my_role: network().ownRole(members) };
  });
  return {
    noteGroupChange: (...change) => network().noteGroupChange(...change),
    isOutdated: (group) => network().isOutdated(group),
    renewGroupKey: (group) => network().renewGroupKey(group),
    keepGroupPairs: (pairs) => network().keepGroupPairs(pairs),
    readGroupSoon: (group) => groups.readSoon(group),
    askAbout: (group, then) => doubts.ask(group, then),
    membersNow: (group) => network().membersNow(group),
  };
}

/**
 * Arranges for texts to be stored in the same commit as their keys, and for messages that the library doesn't emit to
 * be stored from the journal.
 */
function takeTexts(context: InboxContext, hooks: ConnectionHooks): void {
  const { store, inbox } = context;
  store.texts.store = (...text) => storeTextAtOnce(context, ...text);
  store.texts.journalled = (id) => inbox.texts.noteJournalled(id);
  store.texts.damaged = (id, entry) => {
    inbox.texts.noteDone(id);
    void inbox.add(receivedJob(context, "journal_entry", { id, text: encodeKey(entry) }, hooks));
  };
  inbox.texts.onLeft = (ids) => void inbox.add(leftoversJob(context, ids, hooks));
}

const writerIn = ({ key }: WAMessage) => writerOf({ from: key.participant ?? key.remoteJid ?? "" });

/**
 * Starts declining a call without waiting for the result. If declining fails, the failure is only logged and the call
 * keeps ringing.
 */
function decline(context: Parameters<typeof receivedJob>[0], network: Connection, call: Ringing): void {
  declineCall(context, network, call).catch((error: unknown) => {
    if (!(error instanceof FenceLost)) context.inbox.lines.callsNotDeclined.note(String(error));
  });
}
