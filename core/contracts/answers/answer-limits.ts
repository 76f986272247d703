import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../durations.ts";

/** The menu's limits. All of them are our own, except for the maximum of ten choices: docs/decisions/0100. */
export const MENU_LIMITS = {
  choicesMax: 10,
  labelMaxChars: 60,
  answerMaxChars: 2_000,
  greetingMaxChars: 1_000,
  handoverMaxChars: 1_000,
  /** The maximum length of the greeting and its list, which are sent as one message. */
  renderedMaxChars: 4_096,
  /** Longer texts are never matched against the choices. */
  matchedMaxChars: 60,
  /** How long a list stays open for the person's choice. */
  levelMs: 30 * MINUTE_MS,
  /** The menu greets a person whose text is the first after this much silence in both directions. */
  greetAfterMs: 12 * HOUR_MS,
  /** After this many misses in a row, assume that the menu isn't helping this person. */
  missesMax: 2,
  /** The maximum number of uploaded files per menu. */
  filesMax: 20,
  /** The maximum size of a menu as JSON. A menu is stored as one item, so its size is limited. */
  storedMaxBytes: 300_000,
} as const;

/** Limits on an AI agent's settings and answers. Rationale: docs/decisions/0101. */
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
  /** A reply that copies at least this many characters of the instructions is treated as a leak. */
  leakChars: 60,
  windowMessages: 20,
  windowMs: DAY_MS,
  windowTokens: 6_000,
  charsPerToken: 3,
  messageMaxChars: 1_500,
  nameMaxChars: 40,
  imagesMax: 3,
  imageMaxBytes: 3_500_000,
  /** About two minutes of audio as recorded by phones. */
  voiceMaxBytes: 1_000_000,
  /** How many voice notes in a turn are transcribed, newest first. */
  voicesMax: 3,
  /** The share of the call's time limit that is available for transcription. The rest is needed for the answer. */
  voiceMs: 20 * SECOND_MS,
  /** Mostly headroom for reasoning models: reasoning tokens count as output, and a truncated answer is useless. */
  outputTokens: 4_000,
  /** The time limit for the whole call, including all attempts. It is shorter than a run's lease. */
  callMs: 45 * SECOND_MS,
  /** If the worker has died this many times during the provider call, the turn is left unanswered. */
  deathsMax: 3,
  /**
   * How many times the agent discards its answer and starts over because a new text arrived. After that, only a reply
   * from the team makes it discard an answer.
   */
  throwsMax: 2,
  /** After this many unanswered turns in a row, the chat is handed over to the team. */
  unansweredMax: 2,
} as const;

/** Limits that apply to all automations. Rationale: docs/decisions/0101. */
export const ANSWER_LIMITS = {
  /** Texts older than this are left unanswered, because by then nobody expects an answer. */
  textAgeMs: HOUR_MS,
  /** A person who keeps typing gets an answer at most this long after the first text of the turn. */
  turnMs: 20 * SECOND_MS,
  handoverMs: 12 * HOUR_MS,
  aiIdleMs: 12 * HOUR_MS,
  everyHoursMax: 168,
  everyHours: 12,
  autoReplyMaxChars: 1_000,
} as const;

/** Limits of the rule that breaks a loop between two automations. Rationale: docs/decisions/0140. */
export const LOOP_LIMITS = {
  windowMs: 10 * MINUTE_MS,
  /** How many identical texts count as a loop, if they all got the same answer or all arrived quickly. */
  equalTexts: 3,
  /**
   * A text that arrives this soon after our answer was probably sent by a program: a person couldn't have read the
   * answer that fast.
   */
  quickMs: 3 * SECOND_MS,
  quickAnswers: 6,
  /** A person occasionally replies this quickly, but a program that uses a model always does. */
  soonMs: 15 * SECOND_MS,
  answers: 12,
  /** The limit for menu and auto-reply answers. The agent has its own setting. */
  answersPerDay: 100,
  silentMs: 6 * HOUR_MS,
} as const;

/** Pauses of an agent whose provider is failing. Rationale: docs/decisions/0103. */
export const AGENT_PAUSES = {
  /** After this many consecutive failures or requested pauses, the agent goes into error. */
  inARow: 3,
  /** How long a turn pauses when its provider asks for a pause without a duration. */
  limitedMs: [5 * SECOND_MS, 20 * SECOND_MS, MINUTE_MS],
  longestMs: MINUTE_MS,
  /** How long an agent in error pauses when its provider is too busy or isn't responding. */
  errorMs: MINUTE_MS,
  /**
   * How long an agent in error pauses when a person has to fix the problem, by cause. null means that it pauses until
   * the agent's settings are changed.
   */
  brokenMs: { bad_key: 6 * HOUR_MS, no_credit: 15 * MINUTE_MS, model_gone: null },
  /** Admins are notified at most once in this period. */
  toldMs: DAY_MS,
} as const;
