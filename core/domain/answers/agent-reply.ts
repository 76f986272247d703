import { AGENT_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { withoutUnknownLinks } from "./own-links.ts";

/** A model's answer as it is meant. */
export interface AgentReply {
  reply: string;
  handover: boolean;
  reason: string | null;
}

/**
 * Reads an answer. A text without any form is the reply as it is, for not every model keeps to one; the beginning of a
 * form, or another one, is no reply: nobody must get half an object to read.
 */
export function parseReply(answer: string): AgentReply {
  const text = withoutFence(answer.trim());
  const { reply, handover, reason } = fieldsOf(text);
  const asItIs = text.startsWith("{") ? "" : text;
  return {
    reply: typeof reply === "string" ? reply.trim() : asItIs,
    handover: handover === true,
    reason: typeof reason === "string" ? reason : null,
  };
}

/** Models that write marked text put forms between lines of three marks. */
const withoutFence = (text: string) =>
  text.startsWith("```") && text.endsWith("```")
    ? text
        .slice(3, -3)
        .replace(/^json\b/u, "")
        .trim()
    : text;

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/**
 * A reply as it may go: without links nobody gave, in the messenger's own marks, cut at a sentence. Null: it is empty
 * or tells the instructions, so nothing goes and the chat is handed over. @param given the customer's own texts.
 */
export function finishReply(reply: string, given: { instructions: string; knowledge: string }): string | null {
  if (tells(reply, given.instructions)) return null;
  const known = `${given.instructions}\n${given.knowledge}`;
  const text = cutAtSentence(withoutUnknownLinks(ownMarks(reply), known)).trim();
  return text === "" ? null : text;
}

/** Whether 60 characters of the instructions stand in a reply; spaces, case, marks and unseen characters don't hide them. */
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

/** Markdown as the messenger writes it: bold and struck out with one sign, headings bold, links as their address. */
function ownMarks(text: string): string {
  return text
    .replace(/\[([^[\]\n]{0,200})\]\(([^()\s]{1,500})\)/gu, "$1 $2")
    .replaceAll("**", "*")
    .replaceAll("__", "_")
    .replaceAll("~~", "~")
    .replace(/^#{1,6} ([^\n]{1,200})$/gmu, "*$1*");
}

/** At most 1,500 characters, up to the end of a sentence if one ends in its second half. */
function cutAtSentence(text: string): string {
  const signs = [...text];
  const max = AGENT_LIMITS.replyMaxChars;
  if (signs.length <= max) return text;
  const end = signs.slice(0, max).findLastIndex((sign) => ".!?。！？؟।\n".includes(sign)) + 1;
  return signs.slice(0, end > max / 2 ? end : max).join("");
}
