import { takenAddress, takenId } from "./bounds/ids.ts";
import { type ForeignNode, timeOf } from "./bounds/node.ts";

/** The steps of a call. `over`: hung up, unanswered, or taken on the phone. */
export type CallStep = "offer" | "reject" | "over";

/** A step of a call as its stanza reports it. */
export interface ReadCall {
  id: string;
  step: CallStep;
  /** The caller's address, which a rejection names. */
  from: string;
  /** Their phone's id, if the network gives it. */
  fromPhone: string | null;
  /** The group being called; null means the linked number alone. */
  group: string | null;
  isVideo: boolean;
  /** null if the stanza has no time. */
  at: Date | null;
}

const STEPS = new Map<string, CallStep>([
  ["offer", "offer"],
  ["offer_notice", "offer"],
  ["reject", "reject"],
  ["accept", "over"],
  ["terminate", "over"],
]);

/** Reads a call's stanza; null for a step that doesn't concern us (a relay's speed, a key). */
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
