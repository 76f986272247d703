import { DAY_MS, HOUR_MS, SECOND_MS } from "../../contracts/durations.ts";
import type { SendErrorCode } from "../../contracts/error-codes.ts";
import { isStatusId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { InstanceQueue } from "../../store/lane-queues.ts";
import { chatKind } from "../messages/chat-id.ts";
import { CODE_STARTS_WITHIN_MS } from "../otps/otp-hold.ts";

/** The fields that determine a message's kind. They come from a stored record, which may be invalid. */
export interface KindFields {
  id: unknown;
  chat_id?: unknown;
  /** The OTP whose code the message contains, if any. */
  otp?: unknown;
  /** The message's place in a broadcast, if it belongs to a broadcast. */
  broadcast?: unknown;
}

/** All the ways in which kinds of outgoing messages can differ. */
export interface SendKind {
  is(message: KindFields): boolean;

  /** Whether the message is visible to customers, in events and in its chat. */
  isReported: boolean;
  /**
   * The feature that tracks the message's progress: an OTP, which fails if the message fails, or a
   * broadcast, which counts the message.
   */
  follower: "otp" | "broadcast" | null;
  /** Whether the message is part of the conversation as read by an AI agent. */
  isTalk: boolean;
  /** Why the message's text can't be changed, or null if it can. */
  unchangeable: string | null;
  /** Overrides the `error` of a failed message, for codes whose usual sentence would be wrong for this kind. */
  errors: Partial<Record<SendErrorCode, string>>;

  /**
   * Whether the message's bytes contain a code and must never be stored. The identical bytes are rebuilt with the code
   * when needed.
   */
  holdsCode: boolean;
  /**
   * Whether the message goes to a list of people that is fixed before its first relay. A long list takes a while, so
   * nothing else waits for such a message.
   */
  hasList: boolean;
  /** Whether the message's class is determined when sending starts, rather than when the message is queued. */
  isClassedAtStart: boolean;
  /** Whether the message is withheld from people who have opted out. */
  heedsOptOut: boolean;
  /** Whether "typing…" is shown before the message. */
  isTyped: boolean;
  /**
   * Whether the recipient is waiting for the message. If so, time already spent waiting is subtracted from the typing
   * time.
   */
  isAwaited: boolean;

  /**
   * The outcome if night begins or the message expires before it is relayed: the message goes back into its row, or
   * ends.
   */
  late: "row" | "ends";
  /**
   * The outcome if the connection is lost before the message is relayed: the message goes back into its row, or keeps
   * its slot.
   */
  disconnected: "row" | "slot";
  /**
   * Whether a message that may have reached the network can wait in its row for another attempt. If not, the result of
   * the first attempt is final.
   */
  mayWaitRelayed: boolean;

  /** The queue that the message returns to from a slot. Null means its recipient's queue. */
  queue: InstanceQueue | null;
  /**
   * How long the message can wait in total, in ms from its `send_at` or its creation. Null means as long as its class
   * allows.
   */
  patienceMs: number | null;
  /**
   * How long the message rests if the network didn't return its recipients' devices. Rationale: docs/decisions/0130,
   * 0132.
   */
  restMs: number;
  /** Whether the message's text counts toward the rule against sending the same text to many new people. */
  countsText: boolean;
}

/** A message sent to a person or a group, or an automatic answer. */
const PLAIN: SendKind = {
  is: () => true,
  isReported: true,
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
 * The kinds of outgoing messages, each described by how it differs from a plain message. Spec: OTP; statuses;
 * broadcasts; channels.
 */
export const SEND_KINDS = {
  code: {
    ...PLAIN,
    is: ({ otp }) => Boolean(otp),
    follower: "otp",
    isTalk: false,
    unchangeable: "A message with a code can't be changed.",
    errors: { not_connected: "The instance was not connected. Codes are not sent later." },
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
    isReported: false,
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

/** Returns the kind of an outgoing message. Never throws, regardless of the stored fields. */
export const kindOf = (message: KindFields): SendKind => KINDS.find((kind) => kind.is(message)) ?? PLAIN;
