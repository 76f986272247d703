import {
  type BinaryNode,
  getBinaryNodeChild,
  type NewChatMessageCapInfo,
  type ReachoutTimelockState,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { NetworkQuota } from "../../../core/contracts/protection-state.ts";
import { chatKind } from "../../../core/domain/messages/chat-id.ts";
import { takenEnd } from "../inbound/bounds/times.ts";
import { knownAnswer } from "../shared/known-answer.ts";
import { withoutDevice } from "../shared/network-ids.ts";

/**
 * A lock imposed by the network: the account can't start new chats. `until` is null if the network specifies no end.
 */
export interface TimeLock {
  until: Date | null;
}

/**
 * Queries about the account's standing. Must not be called from inside an event handler. All of them reject if the
 * network can't be reached.
 */
export interface StandingQueries {
  /** Returns the current lock, or null if there is none. */
  askTimeLock(): Promise<TimeLock | null>;
  /** Returns the account's quota for new chats, or null if it has none. */
  askQuota(): Promise<NetworkQuota | null>;
  /**
   * Requests the token required for a first message to this person. The library also requests it after a refusal, but
   * doesn't report the result. @returns false if the network provides no token.
   */
  takeToken(chat: string): Promise<boolean>;
}

/** Creates a socket's queries about the account's standing. */
export function createStandingQueries(sock: WASocket, monotonicMs: () => number): StandingQueries {
  return {
    async askTimeLock() {
      return timeLock(
        await knownAnswer("the lock on new chats", monotonicMs, () => sock.fetchAccountReachoutTimelock()),
      );
    },
    async askQuota() {
      return quotaOf(await knownAnswer("the quota of new chats", monotonicMs, () => sock.fetchNewChatMessageCap()));
    },
    takeToken: (chat) => takeToken(sock, chat, monotonicMs),
  };
}

/** Converts a lock as reported by the library. Returns null if the account is not locked. */
export function timeLock({ isActive, timeEnforcementEnds }: ReachoutTimelockState): TimeLock | null {
  return isActive ? { until: takenEnd(timeEnforcementEnds?.getTime()) } : null;
}

const WARNINGS = { NONE: null, FIRST_WARNING: "first", SECOND_WARNING: "second", CAPPED: "capped" } as const;

/**
 * Converts a quota as reported by the network. Returns null if there is none. Fields may be missing, contrary to their
 * types.
 */
export function quotaOf(told: NewChatMessageCapInfo): NetworkQuota | null {
  const total = wholeOf(told.total_quota);
  const status = told.capping_status ?? "NONE";
  const warning = Object.hasOwn(WARNINGS, status) ? WARNINGS[status] : null;
  if (total === 0 && warning === null) return null;
  const end = takenEnd(Number(told.cycle_end_timestamp) * 1000);
  return { total, used: wholeOf(told.used_quota), resets_at: end?.toISOString() ?? null, warning };
}

/** Converts a count from the network, which can arrive as text. Returns 0 if it is missing. */
function wholeOf(told: unknown): number {
  const number = Math.trunc(Number(told ?? 0));
  return Number.isSafeInteger(number) ? Math.max(0, number) : 0;
}

async function takeToken(sock: WASocket, chat: string, monotonicMs: () => number): Promise<boolean> {
  const { lidMapping } = sock.signalRepository;
  const person = withoutDevice(chat);
  const isPrivate = chatKind(person) === "private";
  const known = isPrivate ? await lidMapping.getPNForLID(person) : null;
  const answer: BinaryNode | undefined = await knownAnswer("a person's token", monotonicMs, () =>
    sock.issuePrivacyTokens([known === null ? person : withoutDevice(known)]),
  );
  const given = getBinaryNodeChild(getBinaryNodeChild(answer, "tokens"), "token");
  if (!(given?.content instanceof Uint8Array) || !given.attrs.t) return false;
  // Store the token under the private ID, where the library looks it up before each message.
  const id = isPrivate ? person : ((await lidMapping.getLIDForPN(person)) ?? person);
  const { [id]: stored } = await sock.authState.keys.get("tctoken", [id]);
  const token = { ...stored, token: Buffer.from(given.content), timestamp: given.attrs.t };
  await sock.authState.keys.set({ tctoken: { [id]: token } });
  return true;
}
