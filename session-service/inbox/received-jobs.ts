import type { NetworkQuota } from "../../core/contracts/protection-state.ts";
import { packInput } from "../../core/operations/quarantine/pack-input.ts";
import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
import type { JobKind } from "../../core/records/quarantine.ts";
import { NotAMessage, NothingKept } from "../baileys/inbound/not-a-message.ts";
import type { ReadCall } from "../baileys/inbound/read-call.ts";
import type { ReadGroupChange } from "../baileys/inbound/read-group-change.ts";
import type { OwnRead } from "../baileys/inbound/read-own-reads.ts";
import type { ReadReceipt } from "../baileys/inbound/read-receipts.ts";
import type { StatusViews } from "../baileys/inbound/read-status-views.ts";
import {
  entryIn,
  type JournalRow,
  messageAsSent,
  messageIn,
  messageWithout,
} from "../baileys/journal/journal-entry.ts";
import type { ChatSetting } from "../baileys/settings/chat-setting.ts";
import type { ContactChange } from "../baileys/settings/contact-change.ts";
import type { LabelChange } from "../baileys/settings/label-change.ts";
import { journalId } from "../baileys/shared/journal-id.ts";
import { type KeptMessage, messageKept } from "../baileys/shared/kept-message.ts";
import { withoutDevice } from "../baileys/shared/network-ids.ts";
import type { LIDMapping, WAMessage } from "../baileys/shared/raw.ts";
import { writerOf } from "../baileys/shared/writers.ts";
import type { TimeLock } from "../baileys/socket/standing.ts";
import { storeChatSetting } from "./chat-setting.ts";
import { storeContactChange } from "./contact-change.ts";
import { type GroupHooks, storeGroupChange, storeGroupFact, type ToldGroupFact } from "./group-change.ts";
import { dropRow, type InboxContext } from "./inbox-context.ts";
import { storeCall } from "./incoming-call.ts";
import type { Job } from "./job.ts";
import { jobWithQuarantine } from "./job-with-quarantine.ts";
import { storeLabelChange } from "./label-change.ts";
import { learnPair } from "./learn-pair.ts";
import { storeQuota, storeTimeLock } from "./network-signals.ts";
import { storeOwnRead } from "./own-read.ts";
import { quarantineMessage, tellUnreadable } from "./quarantine-message.ts";
import { type QuarantinedHistoryPart, storeHistoryPartAgain } from "./store-history-part.ts";
import { storeMessage } from "./store-message.ts";
import { storeReceipt } from "./store-receipt.ts";
import { storeStatusViews } from "./store-status-views.ts";

/** Data from the network, by kind. */
export interface Received {
  message: WAMessage;
  journal_entry: JournalRow;
  receipt: ReadReceipt;
  status_views: StatusViews;
  own_read: OwnRead;
  call: ReadCall;
  group_change: ReadGroupChange;
  group_fact: ToldGroupFact;
  pair: LIDMapping;
  chat_setting: ChatSetting;
  contact_change: ContactChange;
  label_change: LabelChange;
  history_part: QuarantinedHistoryPart;
  lock: TimeLock | null;
  quota: NetworkQuota | null;
}
type ReceivedKind = keyof Received & JobKind;

/** A job's effects on its connection. They are absent if a job is retried from the quarantine. */
export interface ConnectionHooks {
  /** Has the session's loop check the session's state. */
  changed(): void;
  /** Starts declining a ringing call. */
  decline(call: { id: string; from: string }): void;
  groups: GroupHooks;
}

/** Hooks that do nothing, for a job without a connection. */
export const NO_HOOKS: ConnectionHooks = {
  changed: () => {},
  decline: () => {},
  groups: {
    noteGroupChange: () => {},
    isOutdated: () => false,
    renewGroupKey: async () => {},
    keepGroupPairs: async () => {},
    readGroupSoon: () => {},
    askAbout: () => false,
    membersNow: () => null,
  },
};

type Store<T> = (context: InboxContext, value: T, hooks: ConnectionHooks) => Promise<unknown>;

/** The functions that store each kind of data. */
const STORE: { [K in ReceivedKind]: Store<Received[K]> } = {
  message: (context, message, { groups }) => storeMessage(context, message, groups),
  journal_entry: (context, row, { groups }) => storeMessage(context, messageIn(entryIn(row), context.store), groups),
  receipt: (context, receipt, { groups }) => storeReceipt(context, receipt, groups),
  status_views: storeStatusViews,
  own_read: (context, read) =>
    storeOwnRead(context, read, (late) => context.inbox.add(receivedJob(context, "own_read", late))),
  call: (context, call, { decline }) => storeCall(context, call, decline),
  group_change: (context, change, { groups }) => storeGroupChange(context, change, groups),
  group_fact: (context, told, { groups }) => storeGroupFact(context, told, groups),
  pair: learnPair,
  chat_setting: storeChatSetting,
  contact_change: storeContactChange,
  label_change: storeLabelChange,
  history_part: storeHistoryPartAgain,
  lock: async ({ deps, owner }, lock, { changed }) => (await storeTimeLock(deps, owner, lock)) && changed(),
  quota: ({ deps, owner }, quota) => storeQuota(deps, owner, quota),
};

/**
 * For each kind of data that other people can send without limit, the function that determines its chat. All other
 * kinds concern the number itself and are ordered together. Receipts are for our own messages, so their order relative
 * to other people's messages doesn't matter.
 */
const CHAT: { [K in ReceivedKind]?: (value: Received[K]) => string } = {
  message: ({ key }) => withoutDevice(key.remoteJid ?? ""),
  journal_entry: (row) => chatOf(row),
  receipt: () => "receipts",
  status_views: () => "statuses",
  call: ({ from }) => withoutDevice(from),
  group_change: ({ group }) => group,
  group_fact: ({ group }) => group,
};

function chatOf(row: JournalRow): string {
  try {
    const { recipient, from } = entryIn(row).attrs;
    return withoutDevice(recipient ?? from ?? "");
  } catch {
    return "a row that can't be opened";
  }
}

/** The kinds of data that delete their quarantine row in the same commit that stores them. */
const TAKES_ITS_ROW = new Set<JobKind>(["message", "journal_entry"]);

/** Creates the job that stores one item received from the network, or quarantines it. */
export function receivedJob<K extends ReceivedKind>(
  context: InboxContext,
  kind: K,
  value: Received[K],
  hooks: ConnectionHooks = NO_HOOKS,
): Job {
  const { deps, owner } = context;
  const work = async () => {
    await STORE[kind](context, value, hooks);
  };
  const chat = CHAT[kind]?.(value);
  const job = { ...jobWithQuarantine(deps, owner, { kind, input: value }, work), ...(chat !== undefined && { chat }) };
  if (kind === "message") {
    const message = value as WAMessage; // as `Received` pairs them
    const id = journalId(message.key);
    const { texts } = context.inbox;
    const quarantine = async (failure: QuarantineReason) => {
      await quarantineMessage(context, message, failure);
      texts.noteDone(id);
    };
    return { ...job, mayBePassed: () => texts.isStored(id), quarantine };
  }
  // A receipt is about one of our own messages, so received texts don't have to wait for it.
  if (kind === "receipt") return { ...job, mayBePassed: () => true };
  if (kind === "journal_entry") {
    const row = value as JournalRow; // as `Received` pairs them
    return { ...job, quarantine: (failure) => quarantineEntry(context, row, failure) };
  }
  return job;
}

/**
 * Retries a quarantined job.
 * @param input the data packed by `packInput`, unpacked again. @returns whether the caller must delete the quarantine
 * row.
 */
export async function storeAgain(context: InboxContext, kind: JobKind, input: unknown): Promise<boolean> {
  if (!(kind in STORE)) throw new Error(`Entries of the kind ${kind} can't be retried.`);
  const store: Store<never> = STORE[kind as ReceivedKind]; // the line above
  const value = kind === "message" ? messageKept(input as KeptMessage) : input; // packed by quarantineMessage
  await store(context, value as never, NO_HOOKS); // packed by the job of the same kind
  return !TAKES_ITS_ROW.has(kind);
}

async function quarantineEntry(context: InboxContext, row: JournalRow, failure: QuarantineReason): Promise<void> {
  const isDamaged = failure.error instanceof NotAMessage;
  // Limit how many of a sender's damaged messages are reported, because they would otherwise fill the quarantine.
  if (isDamaged && !isReported(context, row)) return dropRow(context, row.id);
  if (failure.error instanceof NothingKept) return tellUnreadable(context, readable(context, row), row.id);
  const input = row.text instanceof Error ? null : packInput(row);
  const kept = { kind: "journal_entry" as const, id: row.id, input };
  return quarantineMessage(context, readable(context, row), failure, kept);
}

/** Whether another of this sender's invalid messages may be reported. */
function isReported({ inbox, store: { writers } }: InboxContext, row: JournalRow): boolean {
  const writer = writerOf(entryIn(row).attrs);
  if (!writers.damaged.spend(writer)) return false;
  if (writers.damaged.isSpent(writer)) inbox.lines.noMessages.note();
  return true;
}

/** Returns as much of an entry's message as can be read, or null if nothing can. */
function readable({ store }: InboxContext, row: JournalRow): WAMessage | null {
  for (const read of [messageIn, messageAsSent, messageWithout]) {
    try {
      return read(entryIn(row), store);
    } catch {
      // The next function looks at less of the message, so it may succeed.
    }
  }
  return null;
}
