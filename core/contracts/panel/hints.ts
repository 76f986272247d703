/** A part of the panel whose contents may have changed. It reveals neither the chat nor the number. */
export type HintArea = "chats" | "notes";

/**
 * A frame for a page, as JSON text. It tells the page that hints will be sent from now on, that something may have
 * changed, or that the connection is still alive.
 */
export type HintFrame = { kind: "open" } | { kind: "changed"; areas: readonly HintArea[] } | { kind: "ping" };

/** Serializes a frame. */
export const hintFrame = (frame: HintFrame): string => JSON.stringify(frame);
