import type { LeftOutReason } from "../../contracts/broadcasts/broadcast-states.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { withOptOutLine } from "./opt-out-words.ts";
import { fillTemplate, readTemplate } from "./placeholders.ts";

/** Somebody who may get a broadcast. */
export interface Candidate {
  /** Their key on the instance; null: what was given is nobody's number. */
  person: string | null;
  phone: string | null;
  chat_id: string | null;
  name: string | null;
  fields: Record<string, string>;
  hasWritten: boolean;
  /** They asked to get no more, or are blocked. */
  hasOptedOut: boolean;
}

/** Somebody who gets it. */
export type Picked = Pick<Candidate, "phone" | "chat_id" | "name" | "fields"> & { person: string };

/** The people who were left out, and why; `sample` names some. */
export interface LeftOutPeople {
  count: number;
  reasons: Record<LeftOutReason, number>;
  sample: { phone: string | null; reason: LeftOutReason; field?: string }[];
}

/**
 * Picks those who get a broadcast, each once, in the order given. Who lacks a value for a placeholder, or whose text
 * would be too long, is left out as `invalid`. Spec: broadcasts, `left_out`.
 * @param most characters of one message.
 */
export function pickPeople(
  candidates: Iterable<Candidate>,
  { text, language, most }: { text: string; language: string; most: number },
): { people: Picked[]; left_out: LeftOutPeople; missing: boolean } {
  const read = readTemplate(text);
  const template = "template" in read ? read.template : [{ text }];
  const people = new Map<string, Picked>();
  const seen = new Set<string>();
  const out: LeftOutPeople = {
    count: 0,
    reasons: { never_wrote: 0, opted_out: 0, duplicate: 0, invalid: 0 },
    sample: [],
  };
  let missing = false;
  const leave = (phone: string | null, reason: LeftOutReason, field?: string) => {
    out.count++;
    out.reasons[reason]++;
    if (field !== undefined) missing = true;
    if (out.sample.length < LIMITS.broadcastSample)
      out.sample.push({ phone, reason, ...(field !== undefined && { field }) });
  };
  for (const { person, phone, chat_id, name, fields, hasWritten, hasOptedOut } of candidates) {
    if (person === null) leave(phone, "invalid");
    else if (seen.has(person)) leave(phone, "duplicate");
    else {
      seen.add(person);
      const filled = fillTemplate(template, { ...(name !== null && { name }), ...fields });
      if (!hasWritten) leave(phone, "never_wrote");
      else if (hasOptedOut) leave(phone, "opted_out");
      else if ("missing" in filled) leave(phone, "invalid", filled.missing);
      else if ([...withOptOutLine(filled.text, language)].length > most) leave(phone, "invalid");
      else people.set(person, { person, phone, chat_id, name, fields });
    }
  }
  return { people: [...people.values()], left_out: out, missing };
}
