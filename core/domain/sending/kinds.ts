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
  /** The OTP whose code it carries. */
  otp?: unknown;
  /** Its place in a broadcast. */
  broadcast?: unknown;
}

/** Everything in which a kind of outgoing message differs from the others. */
export interface SendKind {
  is(message: KindFields): boolean;

  /** Customers hear of it: it makes events, and its chat shows it. */
  isTold: boolean;
  /** A record that its progress changes: the OTP that fails with it, the broadcast that counts it. */
  follower: "otp" | "broadcast" | null;
  /** It is part of the conversation that an AI agent reads. */
  isTalk: boolean;
  /** Why nobody may change its text; null: they may. */
  unchangeable: string | null;
  /** `error` of one that failed, where the code's own sentence would be wrong. */
  errors: Partial<Record<SendErrorCode, string>>;

  /** Its bytes hold a code: they are stored nowhere, and made again, the code filled in, they are the same. */
  holdsCode: boolean;
  /**
   * It goes to a list of people that is fixed before its first relay. A long one takes its time, so nobody waits for
   * it.
   */
  hasList: boolean;
  /** Its class is its person's when it starts; else the one it was put in. */
  isClassedAtStart: boolean;
  /** It starts for nobody who opted out. */
  heedsOptOut: boolean;
  /** "typing…" is shown before it. */
  isTyped: boolean;
  /** Its person waits for it: what it has waited already is taken off its typing. */
  isAwaited: boolean;

  /** When the night, or its own end, comes before its relay: it goes back into its row, or ends. */
  late: "row" | "ends";
  /** When the connection is lost and nothing of it has left: it goes back into its row, or keeps its slot. */
  disconnected: "row" | "slot";
  /** One that may have reached the network may wait in its row, to be repeated later. If not, its result ends it. */
  mayWaitRelayed: boolean;

  /** Its queue when it goes back into its row; null: that of its person. */
  queue: InstanceQueue | null;
  /** How long it may wait in all, ms from its `send_at` or its creation; null: as long as its class may. */
  patienceMs: number | null;
  /**
   * How long it rests when the network did not name its recipients' devices. Our numbers: docs/decisions/0130, 0132.
   */
  restMs: number;
  /** Its text counts in the rule against one text to many new people. */
  countsText: boolean;
}

/** A message that somebody sends to a person or a group, and an automation's answer. */
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
 * The kinds of outgoing messages; each says only in what it differs from a plain one. Nothing else tells kinds apart.
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

/** The kind of an outgoing message. Never throws, whatever is stored. */
export const kindOf = (message: KindFields): SendKind => KINDS.find((kind) => kind.is(message)) ?? PLAIN;
