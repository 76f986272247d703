import { DAY_MS, HOUR_MS, SECOND_MS } from "../../contracts/durations.ts";
import type { SendErrorCode } from "../../contracts/error-codes.ts";
import { isStatusId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { InstanceQueue } from "../../store/lane-queues.ts";
import { chatKind } from "../messages/chat-id.ts";
import { CODE_STARTS_WITHIN_MS } from "../otps/otp-hold.ts";

/** The fields of a message that show its kind. They come from a stored record, which may be broken. */
export interface KindFields {
  id: unknown;
  chat_id?: unknown;
  /** The OTP whose code the message contains. */
  otp?: unknown;
  /** The message's place in a broadcast. */
  broadcast?: unknown;
}

/** All the ways in which kinds of outgoing messages differ. */
export interface SendKind {
  is(message: KindFields): boolean;

  /** Whether customers see it: it creates events, and its chat shows it. */
  isReported: boolean;
  /** The record that follows its progress: the OTP that fails with it, or the broadcast that counts it. */
  follower: "otp" | "broadcast" | null;
  /** Whether it is part of the conversation that an AI agent reads. */
  isTalk: boolean;
  /** Why its text can't be changed; null if it can. */
  unchangeable: string | null;
  /** The `error` of a failed message of this kind, if the code's own sentence would be wrong. */
  errors: Partial<Record<SendErrorCode, string>>;

  /**
   * Whether its bytes contain a code, so that they are never stored. They are built again, with the code filled in, and
   * are then the same.
   */
  holdsCode: boolean;
  /**
   * Whether it is sent to a list of people that is fixed before its first relay. A long list takes a while, so nobody
   * waits for it.
   */
  hasList: boolean;
  /** Whether its class is decided when it starts; otherwise it keeps the one with which it was queued. */
  isClassedAtStart: boolean;
  /** Whether it is not started for people who opted out. */
  heedsOptOut: boolean;
  /** Whether "typing…" is shown before it. */
  isTyped: boolean;
  /** Whether its person waits for it, so that the time they waited shortens its typing. */
  isAwaited: boolean;

  /** If the night, or its own end, comes before its relay, it is put back into its row, or ends. */
  late: "row" | "ends";
  /** If the connection is lost before it was relayed, it is put back into its row, or keeps its slot. */
  disconnected: "row" | "slot";
  /**
   * Whether it may wait in its row for another attempt after it may have reached the network. Otherwise its result ends
   * it.
   */
  mayWaitRelayed: boolean;

  /** The queue into which it is put back from a slot; null means its person's queue. */
  queue: InstanceQueue | null;
  /** How long it may wait in total, in ms from its `send_at` or its creation; null means as long as its class may. */
  patienceMs: number | null;
  /** How long it rests if the network did not name its recipients' devices. Our numbers: docs/decisions/0130, 0132. */
  restMs: number;
  /** Whether its text counts for the rule against sending one text to many new people. */
  countsText: boolean;
}

/** A message that someone sends to a person or a group, or an automatic answer. */
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
 * The kinds of outgoing messages, each with its differences from a plain one; kinds differ in no other way. Spec: OTP;
 * statuses; broadcasts; channels.
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

/** Returns an outgoing message's kind. Never throws, whatever is stored. */
export const kindOf = (message: KindFields): SendKind => KINDS.find((kind) => kind.is(message)) ?? PLAIN;
