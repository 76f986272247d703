import type { Incoming } from "./incoming.ts";

/** "Typing…" is seen by a person who looks at the chat at that moment; nothing is kept of it. */
export function handleChatState(_incoming: Incoming): void {}
