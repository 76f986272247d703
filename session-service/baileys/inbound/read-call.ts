import type { BinaryNode } from "@whiskeysockets/baileys";

/** What happens in a call. `over`: hung up, not answered, or taken on the phone. */
export type CallStep = "offer" | "reject" | "over";

/** A step of a call as its stanza says it. */
export interface ReadCall {
  id: string;
  step: CallStep;
  /** Who calls; what a rejection names. */
  from: string;
  /** Their phone's id, when the network says it. */
  fromPhone: string | null;
  /** The group that is called; null: the linked number alone. */
  group: string | null;
  isVideo: boolean;
  /** null: the stanza does not say. */
  at: Date | null;
}

const STEPS: Record<string, CallStep> = {
  offer: "offer",
  offer_notice: "offer",
  reject: "reject",
  accept: "over",
  terminate: "over",
};

/** Reads a call's stanza; null: a step that says nothing to us (a relay's speed, a key). */
export function readCall({ attrs, content }: BinaryNode): ReadCall | null {
  const step = Array.isArray(content) ? content[0] : undefined;
  const kind = step && STEPS[step.tag];
  const id = step?.attrs["call-id"];
  const from = step?.attrs.from ?? step?.attrs["call-creator"] ?? attrs.from;
  if (!kind || !id || !from) return null;
  const inside = Array.isArray(step.content) ? step.content : [];
  const seconds = Number(attrs.t);
  return {
    id,
    step: kind,
    from,
    fromPhone: step.attrs.caller_pn ?? null,
    group: step.attrs["group-jid"] ?? null,
    isVideo: inside.some(({ tag }) => tag === "video"),
    at: seconds > 0 ? new Date(seconds * 1000) : null,
  };
}
