import type { BroadcastReason } from "./broadcast-states.ts";

/** Explains why a broadcast is paused and how to resume it. */
export const REASON_TEXTS: Record<BroadcastReason, string> = {
  paused_by_you: "You paused it. Resume it when you like.",
  opt_outs:
    "More than 2 % of those who got it asked to get no more. Look at whom you write to and what; it can be resumed a day later.",
  failures: "Too many of its messages failed or did not arrive. Look at the failed ones, then resume it.",
  messenger_warning: "The messenger warns that this number writes to many. It can be resumed a day later.",
  messenger_restricted: "The messenger restricts this number. Resume it once that has ended.",
  new_chats_paused: "The messenger lets this number start no new chats now. Resume it once that has ended.",
  safety_low: "The number's safety score is under 60. See its reasons, and resume it once it is 60 or more.",
  not_connected: "The number is not connected. It goes on by itself when it is.",
  daily_limit:
    "The broadcast messages that the number may send today, or the plan's messages of the day, are used. It goes on by itself.",
  warm_up: "The number is too new for broadcasts. It goes on by itself when the number has warmed up.",
  plan_limit:
    "The account's plan allows no more messages, or the account is suspended. Resume it once that has changed.",
};
