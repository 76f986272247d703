import { fieldsOf } from "../providers/reply-fields.ts";

/** A model's answer, as intended. */
export interface AgentReply {
  reply: string;
  handover: boolean;
  reason: string | null;
}

/** Places in a text at which an object may begin that are tried: a longer text of brackets is no answer. */
const TRIES_MAX = 50;
/** The tags between which models think aloud. */
const THOUGHT_TAG = /<(\/?)(?:think|thinking|thought|thoughts|reasoning|reflection|analysis)(?:\s[^<>]{0,200})?>/giu;

/**
 * Reads an answer: the one object in the requested form in it, whatever a model wrote around it. Null: there is none,
 * or there are several that differ. Text outside the object is never the reply: models put their thoughts there, what
 * they were asked, or what they refuse to say. Spec: AI agent; docs/decisions/0188.
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

/** A text that is JSON in the requested form, with each field of its type; null if it is not. */
function replyOf(text: string): AgentReply | null {
  const { reply, handover, reason = null } = fieldsOf(parsed(text));
  if (typeof reply !== "string" || typeof handover !== "boolean") return null;
  if (reason !== null && typeof reason !== "string") return null;
  const said = withoutThoughts(reply).trim();
  const isForm = said.startsWith("{") && parsed(said) !== null; // a form within a form: nobody is to read it
  return isForm ? null : { reply: said, handover, reason };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The pieces of a text that may be objects: from a bracket to the one that closes it, outside quoted texts. */
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
 * A text without what a model thought aloud. A thought without an end lasts to the text's end, and one without a
 * beginning began before the text, as some models write it.
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
