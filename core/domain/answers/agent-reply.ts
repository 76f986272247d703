import { AGENT_LIMITS } from "../../contracts/answers/answer-limits.ts";

/** A model's answer as it is meant. */
export interface AgentReply {
  reply: string;
  handover: boolean;
  reason: string | null;
}

/** Reads an answer; one that is not the JSON that was asked for is the reply as it is. */
export function parseReply(answer: string): AgentReply {
  const value = jsonOf(answer);
  if (value === null || typeof value.reply !== "string") return { reply: answer.trim(), handover: false, reason: null };
  const reason = typeof value.reason === "string" ? value.reason : null;
  return { reply: value.reply.trim(), handover: value.handover === true, reason };
}

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
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

/** Whether 60 characters of the instructions stand in a reply; spaces and case don't hide them. */
function tells(reply: string, instructions: string): boolean {
  const [said, secret] = [plain(reply), plain(instructions)];
  const length = AGENT_LIMITS.leakChars;
  const parts = new Set<string>();
  for (let at = 0; at + length <= said.length; at++) parts.add(said.slice(at, at + length));
  for (let at = 0; at + length <= secret.length; at++) if (parts.has(secret.slice(at, at + length))) return true;
  return false;
}

const plain = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ");

const LINK = /(?:https?:\/\/|www\.)[^\s<>()[\]"]+/giu;

/** Markdown as the messenger writes it: bold and struck out with one sign, headings bold, links as their address. */
function ownMarks(text: string): string {
  return text
    .replace(/\[([^[\]\n]{0,200})\]\(([^()\s]{1,500})\)/gu, "$1 $2")
    .replaceAll("**", "*")
    .replaceAll("__", "_")
    .replaceAll("~~", "~")
    .replace(/^#{1,6} ([^\n]{1,200})$/gmu, "*$1*");
}

/** The text without links that stand in no text of the customer: one that was talked into a model must not leave. */
function withoutUnknownLinks(text: string, known: string): string {
  const own = new Set([...known.matchAll(LINK)].map(([link]) => address(link)));
  return text.replace(LINK, (link) => (own.has(address(link)) ? link : ""));
}

/** A link without the punctuation of its sentence. */
function address(link: string): string {
  let end = link.length;
  while (end > 0 && ".,;:!?*_~'".includes(link.charAt(end - 1))) end--;
  return link.slice(0, end);
}

/** At most 1,500 characters, up to the end of a sentence if one ends in its second half. */
function cutAtSentence(text: string): string {
  const signs = [...text];
  const max = AGENT_LIMITS.replyMaxChars;
  if (signs.length <= max) return text;
  const end = signs.slice(0, max).findLastIndex((sign) => ".!?。！？؟।\n".includes(sign)) + 1;
  return signs.slice(0, end > max / 2 ? end : max).join("");
}
