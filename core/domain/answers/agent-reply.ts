import { AGENT_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { withoutUnknownLinks } from "./own-links.ts";

/** A model's answer, as intended. */
export interface AgentReply {
  reply: string;
  handover: boolean;
  reason: string | null;
}

/**
 * Reads an answer. A text without any form is the reply itself, because not every model keeps to the form; a partial or
 * different form is no reply: nobody must read half an object.
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

/** Models that write Markdown put forms between lines of three marks. */
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
 * A reply ready to send: without invented links, in the messenger's own markup, cut at a sentence. Null: it is empty or
 * reveals the instructions, so nothing is sent and the chat is handed over. @param given the customer's own texts.
 */
export function finishReply(reply: string, given: { instructions: string; knowledge: string }): string | null {
  if (tells(reply, given.instructions)) return null;
  const known = `${given.instructions}\n${given.knowledge}`;
  const text = cutAtSentence(withoutUnknownLinks(ownMarks(reply), known)).trim();
  return text === "" ? null : text;
}

/**
 * Whether a reply contains 60 characters of the instructions; spaces, case, marks and invisible characters don't hide
 * them.
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

/** Markdown in the messenger's form: bold and strikethrough with one sign, headings bold, links as their address. */
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
