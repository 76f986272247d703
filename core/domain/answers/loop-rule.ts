import { LOOP_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { DAY_MS } from "../../contracts/durations.ts";
import { textHash } from "../protection/text-hash.ts";

/** How soon after our last answer a text arrived. */
export type Pace = "quick" | "soon" | "slow";

/**
 * A person's text that didn't match an offered choice, along with our answer. Field names are short because a chat's
 * state must stay small.
 */
export interface Exchange {
  /** When the text was answered, in epoch ms. */
  at: number;
  /** Hashes of the text and the answer: equal hashes mean equal texts. */
  text: string;
  answer: string;
  pace: Pace;
}

/** The part of a chat's state that the loop rule uses. Times are in epoch ms. */
export interface LoopState {
  /** The last 12 exchanges, oldest first. */
  exchanges: readonly Exchange[];
  /** The texts to answer next, or null. */
  turn: { at: number; text: string } | null;
  /** When an automation last answered, or null if never. */
  answered_at: number | null;
  /**
   * The number of answers sent since the current daily count began, excluding the agent's, which have their own limit.
   */
  day: { from: number; count: number };
}

/** The state of a chat without any texts yet. */
export const NO_LOOP: LoopState = { exchanges: [], turn: null, answered_at: null, day: { from: 0, count: 0 } };

const KEPT = 12;
const HASH_CHARS = 6;

const hashOf = (text: string): string => (textHash(text) ?? "").slice(0, HASH_CHARS);

/**
 * Returns the state after adding a turn's texts. @param texts as returned by `matchText`, with a file represented by
 * its id. @param at the time of the first text.
 */
export function noteTurn(state: LoopState, texts: readonly string[], at: Date): LoopState {
  return { ...state, turn: { at: at.getTime(), text: hashOf(texts.join("\n")) } };
}

/** An automation's answer to the current turn's texts. */
export interface AutomaticAnswer {
  text: string;
  /** Whether the texts matched an offered choice. */
  isOffered: boolean;
  isAgents: boolean;
}

/** Returns the state with an automation's answer added. */
export function noteAutomatic(state: LoopState, { text, isOffered, isAgents }: AutomaticAnswer, at: Date): LoopState {
  const ms = at.getTime();
  const { turn, day } = state;
  const isSameDay = ms - day.from < DAY_MS;
  const exchange = turn && !isOffered && { at: ms, text: turn.text, answer: hashOf(text), pace: paceOf(state) };
  return {
    exchanges: exchange ? [...state.exchanges, exchange].slice(-KEPT) : state.exchanges,
    turn: null,
    answered_at: ms,
    day: isAgents ? day : isSameDay ? { ...day, count: day.count + 1 } : { from: ms, count: 1 },
  };
}

/**
 * Whether two automations seem to be talking to each other. If so, the next answer must not be sent, and the chat is
 * silenced for 6 hours. A text counts toward this if it arrived within seconds of our answer, or got the same answer as
 * before. A text that matched a choice counts only toward a daily limit that no human would reach. docs/decisions/0140.
 */
export function isLoop(state: LoopState, isOffered: boolean, now: Date): boolean {
  const { exchanges, turn, day } = state;
  if (now.getTime() - day.from < DAY_MS && day.count >= LOOP_LIMITS.answersPerDay) return true;
  if (isOffered || turn === null) return false;
  const lately = exchanges.filter(({ at }) => at > now.getTime() - LOOP_LIMITS.windowMs);
  const pace = paceOf(state);
  const quick = lately.filter((one) => one.pace === "quick").length + (pace === "quick" ? 1 : 0);
  const isCounted = (one: Exchange, n: number) => one.pace !== "slow" || isSameAgain(lately.slice(0, n), one);
  // The next answer doesn't exist yet, so assume that it is the same as the last one.
  const goesOn = pace !== "slow" || lately.slice(-1).some((one) => isCounted(one, lately.length - 1));
  return (
    quick >= LOOP_LIMITS.quickAnswers ||
    lately.filter(isCounted).length + (goesOn ? 1 : 0) >= LOOP_LIMITS.answers ||
    isRepeated(lately, turn.text, pace)
  );
}

const isSameAgain = (earlier: readonly Exchange[], { answer }: Exchange): boolean =>
  earlier.some((one) => one.answer === answer);

/**
 * Whether the same text has arrived too often, either getting the same answer every time or arriving within seconds of
 * our answer every time.
 */
function isRepeated(lately: readonly Exchange[], text: string, pace: Pace): boolean {
  const equal = lately.filter((one) => one.text === text).slice(1 - LOOP_LIMITS.equalTexts);
  if (equal.length < LOOP_LIMITS.equalTexts - 1) return false;
  const isQuick = pace === "quick" && equal.every((one) => one.pace === "quick");
  return isQuick || equal.every(({ answer }) => answer === equal[0]?.answer);
}

/**
 * Returns how soon the current turn's texts arrived after our last answer. Texts written before that answer are not
 * replies to it.
 */
function paceOf({ turn, answered_at: answered }: LoopState): Pace {
  const gap = turn === null || answered === null ? -1 : turn.at - answered;
  if (gap < 0 || gap > LOOP_LIMITS.soonMs) return "slow";
  return gap <= LOOP_LIMITS.quickMs ? "quick" : "soon";
}
