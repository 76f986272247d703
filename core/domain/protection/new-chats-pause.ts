import type { NewChatsPauseReason } from "../../contracts/protection-state.ts";
import type { SendingState } from "./sending-state.ts";

/** A pause of new chats. If `until` is null, the pause lasts until something changes. */
export interface NewChatsPause {
  reason: NewChatsPauseReason;
  until: Date | null;
}

/** The share of the network's quota for new chats that may be used. Rationale: docs/protection.md. */
const QUOTA_SHARE = 0.8;

/**
 * Returns why no new chats can be started at this instant, and until when, based on the cause that lasts the longest.
 * Returns null if new chats can be started.
 */
export function newChatsPause(state: SendingState, at: Date): NewChatsPause | null {
  const pauses: NewChatsPause[] = [];
  const add = (reason: NewChatsPauseReason, until: string | null) => {
    const end = until === null ? null : new Date(until);
    if (end === null || end > at) pauses.push({ reason, until: end });
  };
  if (state.settings.new_chats_paused === true) add("by_you", null);
  // A lock on new chats also counts as a restriction. If both end at the same time, the lock is reported, because it is
  // more specific.
  if (state.lock) add("network_lock", state.lock.until);
  if (state.restricted) add("restricted", state.restricted.until);
  if (state.quota && isQuotaUsed(state.quota)) add("network_quota", state.quota.resets_at);
  if (state.level === "critical") add("safety", null);
  const endOf = ({ until }: NewChatsPause) => until?.getTime() ?? Number.POSITIVE_INFINITY;
  return pauses.reduce<NewChatsPause | null>(
    (longest, p) => (longest && endOf(longest) >= endOf(p) ? longest : p),
    null,
  );
}

function isQuotaUsed({ total, used, warning }: NonNullable<SendingState["quota"]>): boolean {
  return warning === "capped" || used >= Math.floor(total * QUOTA_SHARE);
}
