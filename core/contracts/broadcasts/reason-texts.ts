import type { BroadcastReason } from "./broadcast-states.ts";

/** Explains why a broadcast is paused and how to resume it. */
export const REASON_TEXTS: Record<BroadcastReason, string> = {
  paused_by_you: "You paused this broadcast. Resume it whenever you like.",
  opt_outs:
    "More than 2 % of the people who got this broadcast opted out. Review your audience and your text. You can resume it after a day.",
  failures: "Too many messages of this broadcast failed or did not arrive. Check the failed messages, then resume it.",
  messenger_warning:
    "The messenger has warned that this number writes to many people. You can resume the broadcast after a day.",
  messenger_restricted:
    "The messenger is restricting this number. Resume the broadcast once the restriction has ended.",
  new_chats_paused:
    "The messenger does not let this number start new chats at the moment. Resume the broadcast once that has ended.",
  safety_low:
    "The number's safety score is under 60. Check the reasons, and resume the broadcast once the score is 60 or more.",
  not_connected: "The number is not connected. The broadcast continues automatically once it is.",
  daily_limit:
    "The number has reached today's limit on broadcast messages, or the plan's daily message limit. The broadcast continues automatically.",
  warm_up: "The number is too new for broadcasts. The broadcast continues automatically once the number has warmed up.",
  plan_limit:
    "The account's plan allows no further messages, or the account is suspended. Resume the broadcast once that has changed.",
};
