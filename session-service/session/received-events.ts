import { FenceLost } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { recallSent } from "../../core/records/sent-messages.ts";
import type { Connection, ConnectionEvents } from "../baileys/connection.ts";
import { isUnreadable } from "../baileys/inbound/is-unreadable.ts";
import { forgetDevices, STALE_DEVICES } from "../connection/stale-devices.ts";
import { ContactBatches } from "../inbox/contact-batches.ts";
import type { ToldGroupFact } from "../inbox/group-change.ts";
import { GroupDoubts } from "../inbox/group-doubts.ts";
import { declineCall } from "../inbox/incoming-call.ts";
import { type ConnectionHooks, type Received, receivedJob } from "../inbox/received-jobs.ts";
import { REFUSED_463, Refusals463 } from "../inbox/refusal-463.ts";
import { journalJob } from "../inbox/replay-journal.ts";
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

/** The connection whose events they are. */
interface Line {
  network(): Connection;
  /** The session's loop should look. */
  changed(): void;
  /** Too many messages can't be read: the connection should end. */
  giveUpBad(): void;
}

/** The events of one connection that bring something to store: each becomes a job of the session's inbox. */
export function receivedEvents(
  deps: SessionDeps,
  owner: Owner,
  { store, inbox, caches, acknowledgements, receipts, health, groups, mute }: SessionParts,
  { network, changed, giveUpBad }: Line,
): ReceivedEvents & { readJournal(): void; groupFact(told: ToldGroupFact): Promise<void> } {
  const reception = { deps, owner, store, inbox };
  const refusals = new Refusals463(deps, owner, changed);
  const hooks: ConnectionHooks = {
    changed,
    decline: (call) => decline(reception, network(), call),
    groups: groupHooks(network, groups),
  };
  const take = async <K extends keyof Received>(kind: K, value: Received[K]): Promise<void> => {
    if (!mute) await inbox.add(receivedJob(reception, kind, value, hooks));
  };
  if (!mute) {
    store.texts.store = (...text) => storeTextAtOnce(reception, ...text);
    store.texts.journalled = (id) => inbox.texts.noteJournalled(id);
  }
  const contacts = new ContactBatches(inbox, (change) => receivedJob(reception, "contact_change", change, hooks));
  return {
    /** Stores the messages that were decrypted and not stored yet. */
    readJournal() {
      if (!mute) void inbox.add(journalJob(reception, hooks));
    },
    messages(messages) {
      for (const message of messages) {
        void take("message", message);
        const verified = newVerifiedName(message, caches.verifiedNames);
        if (verified) void take("contact_change", verified);
      }
      // Each is counted, also after one was too many.
      const tooMany = messages.filter((message) => health.noteMessage(!isUnreadable(message)));
      if (tooMany.length > 0) giveUpBad();
    },
    async receipts(received) {
      const record = async (receipt: Received["receipt"]) => {
        const { network_id, kind, at, chat } = receipt;
        // Anybody may name the id: only a receipt out of the very chat goes into the record of the acknowledgement.
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
    timeLock: (lock) => void inbox.add(receivedJob(reception, "lock", lock, hooks)),
    quota: (quota) => void inbox.add(receivedJob(reception, "quota", quota)),
  };
}

function groupHooks(network: Line["network"], groups: SessionParts["groups"]): ConnectionHooks["groups"] {
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

/** Begins to decline a call. Nobody waits for it: a failure is only logged, and the call rings on. */
function decline(reception: Parameters<typeof receivedJob>[0], network: Connection, call: Ringing): void {
  declineCall(reception, network, call).catch((error: unknown) => {
    const fields = { instance_id: reception.owner.instance_id, error: String(error) };
    if (!(error instanceof FenceLost)) reception.deps.log.warn(fields, "a call was not declined");
  });
}
