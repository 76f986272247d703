import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../durations.ts";

/** Numbers of the menu. Our own but for the ten choices: docs/decisions/0100. */
export const MENU_LIMITS = {
  choicesMax: 10,
  labelMaxChars: 60,
  answerMaxChars: 2_000,
  greetingMaxChars: 1_000,
  handoverMaxChars: 1_000,
  /** Of the greeting with its list, which goes as one message. */
  renderedMaxChars: 4_096,
  /** A longer text is no choice. */
  matchedMaxChars: 60,
  /** How long a list counts as the one that a person answers. */
  levelMs: 30 * MINUTE_MS,
  /** A first text after so long without a message either way is greeted. */
  greetAfterMs: 12 * HOUR_MS,
  /** The second miss in a row is no miss but somebody the menu can't serve. */
  missesMax: 2,
  /** Uploaded files of one menu. */
  filesMax: 20,
  /** Of a menu as JSON: it is stored as one item. */
  storedMaxBytes: 300_000,
} as const;

/** Numbers of an AI agent's settings and answers. Our own: docs/decisions/0101. */
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
  /** So many characters of the instructions in a reply, as they stand there, are a leak. */
  leakChars: 60,
  windowMessages: 20,
  windowMs: DAY_MS,
  windowTokens: 6_000,
  charsPerToken: 3,
  messageMaxChars: 1_500,
  nameMaxChars: 40,
  imagesMax: 3,
  imageMaxBytes: 3_500_000,
  /** About two minutes as phones record them. */
  voiceMaxBytes: 1_000_000,
  /** Of a turn's voice notes, the newest that are written down. */
  voicesMax: 3,
  /** Within the call's time; the answer needs the rest. */
  voiceMs: 20 * SECOND_MS,
  /** Most of it is room for models that think first: what they think counts, and an answer that is cut is none. */
  outputTokens: 4_000,
  /** All of a call and its tries; a run's lease is longer. */
  callMs: 45 * SECOND_MS,
  /** A turn whose worker died so often while it asked is not answered. */
  deathsMax: 3,
  /** So often a new text has the answer made anew; the next one only yields to the team. */
  throwsMax: 2,
  /** Not answered so often in a row: handed over. */
  unansweredMax: 2,
} as const;

/** Numbers of whoever answers. Our own: docs/decisions/0101. */
export const ANSWER_LIMITS = {
  /** Nobody wants an answer to an older text. */
  textAgeMs: HOUR_MS,
  /** An endless typist is answered by then, counted from the first text of the turn. */
  turnMs: 20 * SECOND_MS,
  handoverMs: 12 * HOUR_MS,
  aiIdleMs: 12 * HOUR_MS,
  everyHoursMax: 168,
  everyHours: 12,
  autoReplyMaxChars: 1_000,
} as const;

/** Numbers of the rule that ends the talk of two automations. Our own: docs/decisions/0140. */
export const LOOP_LIMITS = {
  windowMs: 10 * MINUTE_MS,
  /** Equal texts that got the same answer, or came quickly. */
  equalTexts: 3,
  /** A text that comes so soon after our answer was made: nobody has read that yet. */
  quickMs: 3 * SECOND_MS,
  quickAnswers: 6,
  /** So soon a person may answer now and then, and a program with a model does every time. */
  soonMs: 15 * SECOND_MS,
  answers: 12,
  /** Answers of menu and auto-reply; the agent's are bounded by its own setting. */
  answersPerDay: 100,
  silentMs: 6 * HOUR_MS,
} as const;

/** Pauses of an agent whose provider fails. Our own: docs/decisions/0103. */
export const AGENT_PAUSES = {
  /** So often in a row without an answer, or with the wish for a pause, is an error. */
  inARow: 3,
  /** Rests of a turn whose provider named no pause of its own. */
  limitedMs: [5 * SECOND_MS, 20 * SECOND_MS, MINUTE_MS],
  longestMs: MINUTE_MS,
  /** A turn in so long tries a provider that was too busy or gave no answer. */
  errorMs: MINUTE_MS,
  /** The same by what must be mended; null: only a change of the settings does. */
  brokenMs: { bad_key: 6 * HOUR_MS, no_credit: 15 * MINUTE_MS, model_gone: null },
  /** The admins are told once in so long. */
  toldMs: DAY_MS,
} as const;
