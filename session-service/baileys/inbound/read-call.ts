import { takenAddress, takenId } from "./bounds/ids.ts";
import { type ForeignNode, timeOf } from "./bounds/node.ts";

/** The steps of a call. `over` means hung up, unanswered, or answered on the phone. */
export type CallStep = "offer" | "reject" | "over";

/** A step of a call as reported by its stanza. */
export interface ReadCall {
  id: string;
  step: CallStep;
  /** The caller's address, which a rejection must contain. */
  from: string;
  /** The phone id of the caller, if the network specifies it. */
  fromPhone: string | null;
  /** The group being called; null if only the linked number is called. */
  group: string | null;
  isVideo: boolean;
  /** The time of the step; null if the stanza contains none. */
  at: Date | null;
}

const STEPS = new Map<string, CallStep>([
  ["offer", "offer"],
  ["offer_notice", "offer"],
  ["reject", "reject"],
  ["accept", "over"],
  ["terminate", "over"],
]);

/** Parses the stanza of a call; null for a step that doesn't concern us (the speed of a relay, a key). */
export function readCall(node: ForeignNode, now: Date): ReadCall | null {
  const [step] = node.parts;
  const kind = step && STEPS.get(step.tag);
  if (!kind) return null;
  const { attrs, parts } = step;
  const id = takenId(attrs["call-id"]);
  const from = takenAddress(attrs.from) ?? takenAddress(attrs["call-creator"]) ?? takenAddress(node.attrs.from);
  if (id === null || from === null) return null;
  return {
    id,
    step: kind,
    from,
    fromPhone: takenAddress(attrs.caller_pn),
    group: takenAddress(attrs["group-jid"]),
    isVideo: parts.some(({ tag }) => tag === "video"),
    at: timeOf(node, now),
  };
}
