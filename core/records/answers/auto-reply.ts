import type { AutoReply } from "../../contracts/answers/agent.ts";
import { ANSWER_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** The auto-reply of an instance for which none has been configured yet. */
export const NEW_AUTO_REPLY: AutoReply = {
  ...{ enabled: false, text: null, away_text: null, hours: null, language: null },
  every_hours: ANSWER_LIMITS.everyHours,
};

/** A stored auto-reply. */
export interface AutoReplyRecord extends AutoReply {
  /** Incremented by each change to the auto-reply. */
  rev: number;
}

/** The instances' auto-replies. */
export const autoReplyRecords = recordsAt<AutoReplyRecord, Parameters<typeof keys.autoReply>>(keys.autoReply);
