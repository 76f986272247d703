import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../durations.ts";

/** Limits of the menu. All but the ten choices are ours: docs/decisions/0100. */
export const MENU_LIMITS = {
  choicesMax: 10,
  labelMaxChars: 60,
  answerMaxChars: 2_000,
  greetingMaxChars: 1_000,
  handoverMaxChars: 1_000,
  /** The greeting with its list, sent as one message. */
  renderedMaxChars: 4_096,
  /** A longer text is not a choice. */
  matchedMaxChars: 60,
  /** How long a list stays open for a person's answer. */
  levelMs: 30 * MINUTE_MS,
  /** The first text after this long without a message in either direction gets the greeting. */
  greetAfterMs: 12 * HOUR_MS,
  /** After the second miss in a row, the menu can't help this person. */
  missesMax: 2,
  /** Uploaded files for one menu. */
  filesMax: 20,
  /** A menu as JSON, because it is stored as one item. */
  storedMaxBytes: 300_000,
} as const;

/** Limits of an AI agent's settings and answers. Our choice: docs/decisions/0101. */
export const AGENT_LIMITS = {
  instructionsMaxChars: 8_000,
  knowledgeMaxChars: 20_000,
  repliesPerChatDayMin: 1,
  repliesPerChatDayMax: 100,
  repliesPerChatDay: 30,
  repliesPerDay: 2_000,
  tokensPerDay: 3_000_000,
  waitMaxSec: 30,
  waitSec: 3,
  handoverWordsMax: 20,
  handoverTextMaxChars: 60,
  handoverMessageMaxChars: 1_000,
  pauseMaxMin: 1_440,
  pauseMin: 60,
  replyMaxChars: 1_500,
  /** This many characters of the instructions, copied into a reply, count as a leak. */
  leakChars: 60,
  windowMessages: 20,
  windowMs: DAY_MS,
  windowTokens: 6_000,
  charsPerToken: 3,
  messageMaxChars: 1_500,
  nameMaxChars: 40,
  imagesMax: 3,
  imageMaxBytes: 3_500_000,
  /** About two minutes as phones record it. */
  voiceMaxBytes: 1_000_000,
  /** How many of a turn's newest voice notes are transcribed. */
  voicesMax: 3,
  /** Part of the call's time; the answer needs the rest. */
  voiceMs: 20 * SECOND_MS,
  /** Mostly room for models that think first, because thinking counts and a truncated answer is no answer. */
  outputTokens: 4_000,
  /** The whole call with its attempts; a run's lease is longer. */
  callMs: 45 * SECOND_MS,
  /** A turn whose worker died this often while calling the provider is not answered. */
  deathsMax: 3,
  /** How often a new text causes a new answer; after that, only the team's answer stops it. */
  throwsMax: 2,
  /** After this many turns in a row without an answer, the chat is handed over. */
  unansweredMax: 2,
} as const;

/** Limits of all automations. Our choice: docs/decisions/0101. */
export const ANSWER_LIMITS = {
  /** Nobody expects an answer to an older text. */
  textAgeMs: HOUR_MS,
  /** Someone who keeps typing is answered by then, counted from the first text of the turn. */
  turnMs: 20 * SECOND_MS,
  handoverMs: 12 * HOUR_MS,
  aiIdleMs: 12 * HOUR_MS,
  everyHoursMax: 168,
  everyHours: 12,
  autoReplyMaxChars: 1_000,
} as const;

/** Limits of the rule that ends a loop between two automations. Our choice: docs/decisions/0140. */
export const LOOP_LIMITS = {
  windowMs: 10 * MINUTE_MS,
  /** Equal texts that got the same answer, or arrived quickly. */
  equalTexts: 3,
  /** Nobody has read our answer yet when a text arrives this soon after it. */
  quickMs: 3 * SECOND_MS,
  quickAnswers: 6,
  /** A person sometimes answers this quickly; a program with a model does so every time. */
  soonMs: 15 * SECOND_MS,
  answers: 12,
  /** Answers from the menu and the auto-reply; the agent has its own setting. */
  answersPerDay: 100,
  silentMs: 6 * HOUR_MS,
} as const;

/** Pauses of an agent whose provider fails. Our choice: docs/decisions/0103. */
export const AGENT_PAUSES = {
  /** This many failures or requested pauses in a row are an error. */
  inARow: 3,
  /** Pauses of a turn whose provider named none. */
  limitedMs: [5 * SECOND_MS, 20 * SECOND_MS, MINUTE_MS],
  longestMs: MINUTE_MS,
  /** How long a turn keeps trying a provider that is too busy or does not answer. */
  errorMs: MINUTE_MS,
  /** The same, by the cause to fix; null if only a settings change ends it. */
  brokenMs: { bad_key: 6 * HOUR_MS, no_credit: 15 * MINUTE_MS, model_gone: null },
  /** The admins are notified at most once in this time. */
  toldMs: DAY_MS,
} as const;
