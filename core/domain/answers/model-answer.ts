import { fieldsOf } from "../providers/reply-fields.ts";

/** A model's answer in the requested format. */
export interface AgentReply {
  reply: string;
  handover: boolean;
  reason: string | null;
}

/**
 * How many brackets in a text are tried as the start of an object. A text that needs more tries is not a valid answer.
 */
const TRIES_MAX = 50;
/** Matches the tags that models put around their reasoning. */
const THOUGHT_TAG = /<(\/?)(?:think|thinking|thought|thoughts|reasoning|reflection|analysis)(?:\s[^<>]{0,200})?>/giu;

/**
 * Parses an answer: extracts the only object of the requested format from the text, regardless of what surrounds it.
 * Text outside the object is never used as the reply, because models put their reasoning, the question or a refusal
 * there. Spec: AI agent; docs/decisions/0188.
 * @returns null if the text contains no such object, or several different ones.
 */
export function parseReply(answer: string): AgentReply | null {
  const whole = replyOf(answer.trim());
  if (whole !== null) return whole;
  const replies = new Map<string, AgentReply>();
  for (const text of objectTexts(withoutThoughts(answer))) {
    const reply = replyOf(text);
    if (reply !== null) replies.set(JSON.stringify(reply), reply);
  }
  const [one, ...others] = replies.values();
  return one === undefined || others.length > 0 ? null : one;
}

/**
 * Parses a text as JSON in the requested format. Returns null if it is in another format or a field has the wrong type.
 */
function replyOf(text: string): AgentReply | null {
  const { reply, handover, reason = null } = fieldsOf(parsed(text));
  if (typeof reply !== "string" || typeof handover !== "boolean") return null;
  if (reason !== null && typeof reason !== "string") return null;
  const said = withoutThoughts(reply).trim();
  const isForm = said.startsWith("{") && parsed(said) !== null; // such an object within the reply: not for people
  return isForm ? null : { reply: said, handover, reason };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Returns the parts of a text that could be objects: from each opening bracket to its closing bracket, ignoring
 * brackets in quoted strings.
 */
function objectTexts(text: string): string[] {
  const found: string[] = [];
  let from = text.indexOf("{");
  for (let tries = 0; from !== -1 && tries < TRIES_MAX; tries++) {
    const end = closingAt(text, from);
    if (end !== -1) found.push(text.slice(from, end + 1));
    from = text.indexOf("{", end === -1 ? from + 1 : end + 1);
  }
  return found;
}

function closingAt(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted) {
      if (sign === "\\") at++;
      else if (sign === '"') isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return at;
  }
  return -1;
}

/**
 * Removes the reasoning from a model's text. Reasoning without an end tag extends to the end of the text. Reasoning
 * without a start tag, which some models omit, starts at the beginning.
 */
function withoutThoughts(text: string): string {
  let kept = "";
  let depth = 0;
  let from = 0;
  for (const tag of text.matchAll(THOUGHT_TAG)) {
    if (depth === 0) kept += text.slice(from, tag.index);
    if (tag[1] === "") depth++;
    else if (depth === 0) kept = "";
    else depth--;
    from = tag.index + tag[0].length;
  }
  return depth === 0 ? kept + text.slice(from) : kept;
}
