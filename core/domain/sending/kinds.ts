import { DAY_MS, HOUR_MS, SECOND_MS } from "../../contracts/durations.ts";
import type { SendErrorCode } from "../../contracts/error-codes.ts";
import { isStatusId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { InstanceQueue } from "../../store/lane-queues.ts";
import { chatKind } from "../messages/chat-id.ts";
import { CODE_STARTS_WITHIN_MS } from "../otps/otp-hold.ts";

/** The message fields that show its kind. They come from a stored record, which may be broken. */
export interface KindFields {
  id: unknown;
  chat_id?: unknown;
  /** The OTP whose code the message contains. */
  otp?: unknown;
  /** The message's place in a broadcast. */
  broadcast?: unknown;
}

/** All the ways in which a kind of outgoing message can differ from the others. */
export interface SendKind {
  is(message: KindFields): boolean;

  /** Visible to customers: it creates events, and its chat shows it. */
  isTold: boolean;
  /** The record that its progress changes: the OTP that fails with it, or the broadcast that counts it. */
  follower: "otp" | "broadcast" | null;
  /** Part of the conversation that an AI agent reads. */
  isTalk: boolean;
  /** Why its text can't be changed; null if it can. */
  unchangeable: string | null;
  /** The `error` of a failed one, if the code's own sentence would be wrong. */
  errors: Partial<Record<SendErrorCode, string>>;

  /** Its bytes contain a code, so they are never stored; rebuilt with the code filled in, they are the same. */
  holdsCode: boolean;
  /** Sent to a list of people fixed before its first relay. A long list takes a while, so nobody waits for it. */
  hasList: boolean;
  /** Its class is its person's when it starts; otherwise the one it was queued with. */
  isClassedAtStart: boolean;
  /** Not started for anyone who opted out. */
  heedsOptOut: boolean;
  /** "typing…" is shown before it. */
  isTyped: boolean;
  /** Its person waits for it, so the time already waited is subtracted from its typing. */
  isAwaited: boolean;

  /** If the night, or its own end, comes before its relay, it returns to its row, or ends. */
  late: "row" | "ends";
  /** If the connection is lost before anything left, it returns to its row, or keeps its slot. */
  disconnected: "row" | "slot";
  /** If it may have reached the network, it can wait in its row for a later repeat. Otherwise its result ends it. */
  mayWaitRelayed: boolean;

  /** The queue it returns to from a slot; null means its person's queue. */
  queue: InstanceQueue | null;
  /** How long it can wait in total, ms from its `send_at` or its creation; null means as long as its class can. */
  patienceMs: number | null;
  /** How long it rests if the network did not name its recipients' devices. Our numbers: docs/decisions/0130, 0132. */
  restMs: number;
  /** Its text counts in the rule against one text to many new people. */
  countsText: boolean;
}

/** A message that someone sends to a person or a group, or an automation's answer. */
const PLAIN: SendKind = {
  is: () => true,
  isTold: true,
  follower: null,
  isTalk: true,
  unchangeable: null,
  errors: {},
  holdsCode: false,
  hasList: false,
  isClassedAtStart: false,
  heedsOptOut: false,
  isTyped: true,
  isAwaited: false,
  late: "row",
  disconnected: "slot",
  mayWaitRelayed: true,
  queue: null,
  patienceMs: null,
  restMs: 10 * SECOND_MS,
  countsText: true,
};

/**
 * The kinds of outgoing messages, each with only its differences from a plain one. Nothing else distinguishes kinds.
 * Spec: OTP; statuses; broadcasts; channels.
 */
export const SEND_KINDS = {
  code: {
    ...PLAIN,
    is: ({ otp }) => Boolean(otp),
    follower: "otp",
    isTalk: false,
    unchangeable: "The message of a code can't be changed.",
    errors: { not_connected: "The instance was not connected, and a code does not wait." },
    holdsCode: true,
    isClassedAtStart: true,
    isAwaited: true,
    late: "ends",
    mayWaitRelayed: false,
    queue: "otp",
    patienceMs: CODE_STARTS_WITHIN_MS,
    restMs: SECOND_MS,
    countsText: false,
  },
  broadcast: {
    ...PLAIN,
    is: ({ broadcast }) => Boolean(broadcast),
    follower: "broadcast",
    heedsOptOut: true,
    queue: "broadcast",
    patienceMs: LIMITS.broadcastDays * DAY_MS,
    countsText: false,
  },
  status: {
    ...PLAIN,
    is: ({ id }) => typeof id === "string" && isStatusId(id),
    isTold: false,
    isTalk: false,
    errors: { not_connected: `The instance was not connected for ${LIMITS.statusWaitsHours} hours.` },
    hasList: true,
    disconnected: "row",
    patienceMs: LIMITS.statusWaitsHours * HOUR_MS,
  },
  channel_post: {
    ...PLAIN,
    is: ({ chat_id }) => typeof chat_id === "string" && chatKind(chat_id) === "channel",
    isTyped: false,
  },
  plain: PLAIN,
} as const satisfies Record<string, SendKind>;

const KINDS: readonly SendKind[] = Object.values(SEND_KINDS);

/** Returns an outgoing message's kind. Never throws, whatever is stored. */
export const kindOf = (message: KindFields): SendKind => KINDS.find((kind) => kind.is(message)) ?? PLAIN;
