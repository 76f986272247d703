import { takenAddress, takenId } from "./bounds/ids.ts";
import { type ForeignNode, timeOf } from "./bounds/node.ts";

/** The steps of a call. `over` means that it was hung up, unanswered, or answered on the phone. */
export type CallStep = "offer" | "reject" | "over";

/** A step of a call as reported by its stanza. */
export interface ReadCall {
  id: string;
  step: CallStep;
  /** The caller's address, required to reject the call. */
  from: string;
  /** The caller's phone id, if the network specifies it. */
  fromPhone: string | null;
  /** The group being called, or null if only the linked number is being called. */
  group: string | null;
  isVideo: boolean;
  /** The time of the step, or null if the stanza doesn't specify it. */
  at: Date | null;
}

const STEPS = new Map<string, CallStep>([
  ["offer", "offer"],
  ["offer_notice", "offer"],
  ["reject", "reject"],
  ["accept", "over"],
  ["terminate", "over"],
]);

/** Parses a call stanza. Returns null for a step that doesn't concern us (a relay's latency, a key). */
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
