import type { SafetyLevel } from "../../contracts/protection.ts";
import type { NetworkQuota, Safety } from "../../contracts/protection-state.ts";

/** The facts used to compute the safety score, within the rule's windows (docs/protection.md). */
export interface SafetyFacts {
  restricted: boolean;
  /**
   * The number of whole days since the last restriction ended, or null if there has never been a restriction, or if a
   * restriction is in force.
   */
  days_since_restriction: number | null;
  quota_warning: NetworkQuota["warning"];
  /** How many first messages were delivered in the last 14 days, and how many of their recipients answered. */
  new_delivered: number;
  new_answered: number;
  /**
   * The first messages of the last 7 days: how many were sent, how many hadn't been delivered after 24 h, and how many
   * went to numbers without the messenger.
   */
  new_sent: number;
  new_undelivered: number;
  not_on_messenger: number;
  /** How many broadcast messages were sent in the last 14 days, and how many of their recipients opted out. */
  broadcast_sent: number;
  opt_outs: number;
  /**
   * How many first messages were sent in the last day, how many of them had the most common text, and how many of
   * today's new people were sent that text.
   */
  first_messages_day: number;
  commonest_text_day: number;
  same_text_today: number;
  /** How many times the network closed the connection with 401, 403 or 440 in the last day. */
  refused_closes_day: number;
  /** The number of whole days since the number was linked. */
  days_linked: number;
  has_picture_and_name: boolean;
  typing: boolean;
}

/** The customer is warned if the same text is sent to at least this many new people in a day. */
const SAME_TEXT_WARNED = 5;

/** Added before rounding, so an exact half is rounded up despite floating-point errors. */
const ROUNDING = 1e-9;

const clamp = (share: number) => Math.min(1, Math.max(0, share));
const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;

type Reason = Safety["reasons"][number];

/**
 * Computes the score (0–100), its level, and every reason that lowered it, including how to raise it again. Rationale:
 * docs/protection.md.
 */
export function safetyScore(facts: SafetyFacts): Safety {
  const reasons = LINES.flatMap((line) => line(facts) ?? [])
    .map((reason) => ({ ...reason, points: Math.round(reason.points + ROUNDING) }))
    .filter(({ code, points }) => points > 0 || code === "same_text");
  const score = Math.max(0, 100 - reasons.reduce((sum, { points }) => sum + points, 0));
  return { score, level: levelOf(score), reasons };
}

/** Returns a score's level: good from 80, watch from 60, risk from 40, otherwise critical. */
export function levelOf(score: number): SafetyLevel {
  if (score >= 80) return "good";
  if (score >= 60) return "watch";
  return score >= 40 ? "risk" : "critical";
}

/** The lines of the formula. Each returns null if it doesn't lower the score. */
const LINES: ((facts: SafetyFacts) => Reason | null)[] = [
  (f) =>
    f.restricted
      ? reason(
          "restricted",
          60,
          "The network is restricting this number. Don't start new chats; only answer people who write.",
        )
      : null,
  (f) => {
    const days = f.days_since_restriction;
    if (f.restricted || days === null || days >= 30) return null;
    const text = `The network restricted this number ${days} days ago. The points are restored 7 and 30 days after the restriction ended.`;
    return reason("restricted_recently", days < 7 ? 30 : 15, text);
  },
  (f) => {
    if (f.quota_warning === null) return null;
    const text = "The network warned that this number starts many new chats. Start fewer until its quota resets.";
    return reason("quota_warning", f.quota_warning === "first" ? 10 : 25, text);
  },
  (f) => {
    if (f.new_delivered < 10) return null;
    const text = `${percent(f.new_answered, f.new_delivered)} of new people answered in the last 14 days. Write to people who expect your message, and ask them something. At 30 % or more, no points are lost.`;
    return reason("few_answers", 25 * clamp((0.3 - f.new_answered / f.new_delivered) / 0.3), text);
  },
  (f) => {
    if (f.new_sent < 10) return null;
    const text = `${percent(f.new_undelivered, f.new_sent)} of the first messages in the last 7 days had not arrived after a day. Leave out old and unused numbers. Up to 10 %, no points are lost.`;
    return reason("undelivered", 20 * clamp((f.new_undelivered / f.new_sent - 0.1) / 0.3), text);
  },
  (f) => {
    if (f.new_sent < 10) return null;
    const text = `${percent(f.not_on_messenger, f.new_sent)} of the first messages in the last 7 days went to numbers without the messenger. Check numbers first. Up to 2 %, no points are lost.`;
    return reason("not_on_messenger", 15 * clamp((f.not_on_messenger / f.new_sent - 0.02) / 0.08), text);
  },
  (f) => {
    if (f.broadcast_sent < 50) return null;
    const text = `${percent(f.opt_outs, f.broadcast_sent)} of the people who got a broadcast in the last 14 days opted out. Send only to people who asked for it. Up to 1 %, no points are lost.`;
    return reason("opt_outs", 15 * clamp((f.opt_outs / f.broadcast_sent - 0.01) / 0.03), text);
  },
  (f) => {
    const share = f.first_messages_day < 5 ? 0 : f.commonest_text_day / f.first_messages_day;
    const points = 10 * clamp((share - 0.5) / 0.4);
    if (points < 0.5 && f.same_text_today <= SAME_TEXT_WARNED) return null;
    const text =
      "Many new people get the same text. Vary the text for each person. After 10 people a day, the same text waits until the next day.";
    return reason("same_text", points, text);
  },
  (f) => {
    const text =
      "The network refused or replaced this connection in the last day. Link the number only here, and leave it linked.";
    return reason("refused_connections", Math.min(15, 5 * f.refused_closes_day), text);
  },
  (f) => {
    if (f.days_linked >= 30) return null;
    const text = "The number was linked recently. The points are restored 7 and 30 days after linking.";
    return reason("new_number", f.days_linked < 7 ? 10 : 5, text);
  },
  (f) => (f.has_picture_and_name ? null : reason("profile", 5, "Give the number a profile picture and a name.")),
  (f) => (f.typing ? null : reason("typing_off", 5, "Turn typing on again, because people type before they send.")),
];

const reason = (code: string, points: number, text: string): Reason => ({ code, text, points });
