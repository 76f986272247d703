import { AGENT_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { withoutUnknownLinks } from "./own-links.ts";
import { withOwnMarks } from "./reply-marks.ts";

/**
 * Prepares a reply for sending: removes invented links, converts markup to the messenger's own, and cuts the text at
 * the end of a sentence.
 * @param given the customer's own texts. @returns null if the reply is empty or reveals the instructions, in which case
 * the chat is handed over without a reply.
 */
export function finishReply(reply: string, given: { instructions: string; knowledge: string }): string | null {
  const marked = withOwnMarks(reply);
  // Checks the reply before and after the conversion, because formatting marks can break up sentences from the
  // instructions.
  if (tells(reply, given.instructions) || tells(marked, given.instructions)) return null;
  const known = `${given.instructions}\n${given.knowledge}`;
  const text = cutAtSentence(withoutUnknownLinks(marked, known)).trim();
  return text === "" ? null : text;
}

/**
 * Whether a reply quotes 60 or more consecutive characters of the instructions, ignoring spaces, case, formatting marks
 * and invisible characters.
 */
function tells(reply: string, instructions: string): boolean {
  const [said, secret] = [plain(reply), plain(instructions)];
  const length = AGENT_LIMITS.leakChars;
  const parts = new Set<string>();
  for (let at = 0; at + length <= said.length; at++) parts.add(said.slice(at, at + length));
  for (let at = 0; at + length <= secret.length; at++) if (parts.has(secret.slice(at, at + length))) return true;
  return false;
}

const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{Cf}*_~`]/gu, "")
    .replace(/\s+/gu, " ");

/** Cuts a text to 1,500 characters, at the end of a sentence if one ends in the second half. */
function cutAtSentence(text: string): string {
  const signs = [...text];
  const max = AGENT_LIMITS.replyMaxChars;
  if (signs.length <= max) return text;
  const end = signs.slice(0, max).findLastIndex((sign) => ".!?。！？؟।\n".includes(sign)) + 1;
  return signs.slice(0, end > max / 2 ? end : max).join("");
}
