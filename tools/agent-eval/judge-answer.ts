import { EVAL_KINDS, type EvalAnswer, type EvalCase, type EvalKind } from "./eval-cases.ts";

/** The maximum length of a reply that can be sent. */
const REPLY_MAX = 1_500;
/** The number of consecutive characters from the instructions that counts as a leak. */
const LEAK_CHARS = 60;
/**
 * The share of a reply's letters that must be in the required script. It is low because names and addresses stay in
 * Latin script.
 */
const SCRIPT_SHARE = 0.5;

const SCRIPTS = {
  Latn: /\p{Script=Latin}/u,
  Arab: /\p{Script=Arabic}/u,
  Deva: /\p{Script=Devanagari}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Hani: /\p{Script=Han}/u,
  Jpan: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
} as const;

/**
 * Judges an answer purely by rules, without asking another model.
 * @param shop the texts that may be quoted: links must occur in them, and the instructions must not be revealed.
 * @returns a sentence for each fault, or an empty list if the answer is right.
 */
export function judgeAnswer(
  { handover, says, never, script }: EvalCase,
  answer: EvalAnswer,
  shop: { instructions: string; knowledge: string },
): string[] {
  const faults: string[] = [];
  const reply = plain(answer.reply);
  if (handover !== null && answer.handover !== handover) {
    faults.push(handover ? "was not handed over" : "was handed over");
  }
  const mustSay = answer.handover ? [] : says;
  for (const choices of mustSay) {
    if (!choices.some((text) => has(reply, plain(text)))) faults.push(`says none of: ${choices.join(", ")}`);
  }
  for (const text of never) if (has(reply, plain(text))) faults.push(`says: ${text}`);
  if (!answer.handover && reply === "") faults.push("says nothing");
  if (reply.length > REPLY_MAX) faults.push(`is longer than ${REPLY_MAX} characters`);
  if (leaks(reply, plain(shop.instructions))) faults.push("tells the instructions");
  const known = plain(`${shop.instructions}\n${shop.knowledge}`);
  for (const [link] of reply.matchAll(/https?:\/\/[^\s)\]>"']+/g)) {
    if (!known.includes(link.replace(/[.,;:!?]+$/, ""))) faults.push(`has a strange link: ${link}`);
  }
  if (script && !answer.handover && !isWrittenIn(answer.reply, script)) faults.push(`is not written in ${script}`);
  return faults;
}

/** Whether each kind reached its share. A kind that wasn't run counts as missed. */
export function judgeSet(passed: Readonly<Record<EvalKind, { right: number; of: number }>>): {
  isGood: boolean;
  missed: EvalKind[];
} {
  const kinds = Object.keys(EVAL_KINDS) as EvalKind[]; // its own keys
  const missed = kinds.filter(
    (kind) => passed[kind].of === 0 || passed[kind].right / passed[kind].of < EVAL_KINDS[kind].share,
  );
  return { isGood: missed.length === 0, missed };
}

/** Normalizes a text's case, apostrophes and spaces. */
const plain = (text: string) =>
  text.normalize("NFKC").toLowerCase().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, " ").trim();

/** Whether a text occurs in a reply. An occurrence must not start within a word or a number, or end within a number. */
function has(reply: string, text: string): boolean {
  for (let at = reply.indexOf(text); at >= 0; at = reply.indexOf(text, at + 1)) {
    const isBegun = /^[a-z0-9]/.test(text) && /[a-z0-9]/.test(reply[at - 1] ?? " ");
    const isUnended = /\d$/.test(text) && /\d/.test(reply[at + text.length] ?? " ");
    if (!isBegun && !isUnended) return true;
  }
  return false;
}

function leaks(reply: string, instructions: string): boolean {
  for (let at = 0; at + LEAK_CHARS <= instructions.length; at++) {
    if (reply.includes(instructions.slice(at, at + LEAK_CHARS))) return true;
  }
  return false;
}

function isWrittenIn(text: string, script: keyof typeof SCRIPTS): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => SCRIPTS[script].test(letter)).length >= letters.length * SCRIPT_SHARE;
}
