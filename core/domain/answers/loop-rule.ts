import { LOOP_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { DAY_MS } from "../../contracts/durations.ts";

/** The last 12 texts and answers of a chat. Times in epoch ms, oldest first. */
export interface LoopState {
  theirs: readonly { at: number; hash: string }[];
  /** `quick`: a text followed the answer within 3 seconds. */
  answers: readonly { at: number; quick: boolean }[];
  /** Answers since the start of the day's count. */
  day: { from: number; count: number };
}

/** A chat in which nobody has written yet. */
export const NO_LOOP: LoopState = { theirs: [], answers: [], day: { from: 0, count: 0 } };

const KEPT = 12;

/** The state with a text of theirs. @param hash of the text as `matchText` has it: equal ones are equal. */
export function noteTheirText(state: LoopState, hash: string, at: Date): LoopState {
  const ms = at.getTime();
  const theirs = [...state.theirs, { at: ms, hash }].slice(-KEPT);
  const last = state.answers.at(-1);
  if (!last || last.quick || ms - last.at > LOOP_LIMITS.quickMs) return { ...state, theirs };
  return { ...state, theirs, answers: [...state.answers.slice(0, -1), { ...last, quick: true }] };
}

/** The state with an answer that an automation gave. */
export function noteAutomatic(state: LoopState, at: Date): LoopState {
  const ms = at.getTime();
  const isSameDay = ms - state.day.from < DAY_MS;
  const day = isSameDay ? { ...state.day, count: state.day.count + 1 } : { from: ms, count: 1 };
  return { ...state, day, answers: [...state.answers, { at: ms, quick: false }].slice(-KEPT) };
}

/** Whether two automations seem to talk: the next answer must not go, and the chat falls silent for 6 hours. */
export function isLoop({ theirs, answers, day }: LoopState, now: Date): boolean {
  const since = now.getTime() - LOOP_LIMITS.windowMs;
  const lately = answers.filter(({ at }) => at > since);
  const hashes = theirs.filter(({ at }) => at > since).map(({ hash }) => hash);
  const most = Math.max(0, ...hashes.map((hash) => hashes.filter((other) => other === hash).length));
  return (
    most >= LOOP_LIMITS.equalTexts ||
    lately.length >= LOOP_LIMITS.answers ||
    lately.filter(({ quick }) => quick).length >= LOOP_LIMITS.quickAnswers ||
    (now.getTime() - day.from < DAY_MS && day.count >= LOOP_LIMITS.answersPerDay)
  );
}
