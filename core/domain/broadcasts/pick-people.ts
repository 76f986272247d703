import type { LeftOutReason } from "../../contracts/broadcasts/broadcast-states.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { fillTemplate, readTemplate, type Template } from "../../contracts/placeholders.ts";
import { withOptOutLine } from "./opt-out-line.ts";

/** A person who may be sent a broadcast. */
export interface Candidate {
  /** The person's key on the instance, or null if no phone number was recognized. */
  person: string | null;
  phone: string | null;
  chat_id: string | null;
  name: string | null;
  fields: Record<string, string>;
  hasWritten: boolean;
  /** Whether the person has opted out or is blocked. */
  hasOptedOut: boolean;
}

/** A person who gets the broadcast. */
export type Picked = Pick<Candidate, "phone" | "chat_id" | "name" | "fields"> & { person: string };

/** The people left out, counted by reason. `sample` lists some of them. */
export interface LeftOutPeople {
  count: number;
  reasons: Record<LeftOutReason, number>;
  sample: { phone: string | null; reason: LeftOutReason; field?: string }[];
}

/** The value when nobody is left out. */
export const NOBODY_LEFT: LeftOutPeople = {
  count: 0,
  reasons: { never_wrote: 0, opted_out: 0, duplicate: 0, invalid: 0 },
  sample: [],
};

/** A broadcast's recipients, and the people who were left out. */
export interface PickedPeople {
  people: Picked[];
  /**
   * The indexes of the candidates who make up the audience. Each person is included once, even if they aren't sent the
   * message.
   */
  kept: number[];
  left_out: LeftOutPeople;
  /**
   * People who were left out and are not in `kept`: those who have never written or have opted out, duplicates, and
   * impossible numbers.
   */
  dropped: LeftOutPeople;
  /** Whether at least one person lacks a value for a placeholder. */
  missing: boolean;
}

/** Why a person isn't sent the broadcast. `isOutside` means that no change to the text would include them. */
interface Fault {
  reason: LeftOutReason;
  field?: string;
  isOutside: boolean;
}

/**
 * Picks a broadcast's recipients in the given order, each only once. If a person is listed more than once, the first
 * sendable entry is used, and their other entries are duplicates. People who lack a placeholder value, or whose text
 * would be too long, are left out as `invalid`. Spec: broadcasts, `left_out`.
 * @param most the maximum length of a message. @param before the people already dropped when the list was submitted.
 */
export function pickPeople(
  candidates: readonly Candidate[],
  { text, language, most }: { text: string; language: string; most: number },
  before: LeftOutPeople = NOBODY_LEFT,
): PickedPeople {
  const read = readTemplate(text);
  const template = "template" in read ? read.template : [{ text }];
  const judge = (one: Candidate) => faultOf(one, template, language, most);
  const entries = entriesOf(candidates, judge);
  const picked: PickedPeople = {
    ...{ people: [], kept: [], missing: false },
    ...{ left_out: copyOf(before), dropped: copyOf(before) },
  };
  candidates.forEach(({ person, phone, chat_id, name, fields }, at) => {
    const entry = person === null ? null : entries.get(person);
    const fault = entry?.at === at ? entry.fault : person === null ? IMPOSSIBLE : DUPLICATE;
    if (fault === null && person !== null) picked.people.push({ person, phone, chat_id, name, fields });
    if (fault?.isOutside) leave(picked.dropped, phone, fault);
    else picked.kept.push(at);
    if (fault === null) return;
    leave(picked.left_out, phone, fault);
    if (fault.field !== undefined) picked.missing = true;
  });
  return picked;
}

const IMPOSSIBLE: Fault = { reason: "invalid", isOutside: true };
const DUPLICATE: Fault = { reason: "duplicate", isOutside: true };

/** Returns one entry per person: their first sendable entry, or simply their first if none is sendable. */
function entriesOf(candidates: readonly Candidate[], judge: (one: Candidate) => Fault | null) {
  const entries = new Map<string, { at: number; fault: Fault | null }>();
  candidates.forEach((one, at) => {
    if (one.person === null) return;
    const earlier = entries.get(one.person);
    if (earlier?.fault === null) return;
    const fault = judge(one);
    if (!earlier || fault === null) entries.set(one.person, { at, fault });
  });
  return entries;
}

function faultOf(
  { name, fields, hasWritten, hasOptedOut }: Candidate,
  template: Template,
  language: string,
  most: number,
): Fault | null {
  if (!hasWritten) return { reason: "never_wrote", isOutside: true };
  if (hasOptedOut) return { reason: "opted_out", isOutside: true };
  const filled = fillTemplate(template, { ...(name !== null && { name }), ...fields });
  if ("missing" in filled) return { reason: "invalid", field: filled.missing, isOutside: false };
  const isLong = [...withOptOutLine(filled.text, language)].length > most;
  return isLong ? { reason: "invalid", isOutside: false } : null;
}

function leave(out: LeftOutPeople, phone: string | null, { reason, field }: Fault): void {
  out.count++;
  out.reasons[reason]++;
  if (out.sample.length < LIMITS.broadcastSample)
    out.sample.push({ phone, reason, ...(field !== undefined && { field }) });
}

const copyOf = ({ count, reasons, sample }: LeftOutPeople): LeftOutPeople => ({
  count,
  reasons: { ...reasons },
  sample: [...sample],
});
