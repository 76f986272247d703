import type { MessageClass } from "../../contracts/message.ts";

/** The parameters for typing times. Rationale: docs/protection.md. */
const BEGIN_MS = 800;
const CHARS_A_SECOND = 15;
const LONGEST_MS = { first: 12_000, known: 3_000, reply: 3_000 } as const satisfies Record<MessageClass, number>;
/** The longest time that "typing…" is shown before any message. */
export const TYPING_MAX_MS = Math.max(...Object.values(LONGEST_MS));

/**
 * Returns how long "typing…" is shown before a message, in ms: as long as a fast typist would need, and less before a
 * reply.
 * @param gapFactor with 1, times are as documented. Smaller values are for demos on a single machine.
 */
export function typingMs(messageClass: MessageClass, text: string | null, gapFactor = 1): number {
  const chars = [...(text ?? "")].length;
  return Math.round(Math.min(LONGEST_MS[messageClass], BEGIN_MS + (chars / CHARS_A_SECOND) * 1000) * gapFactor);
}
