import { normalizeMessageContent, type WAMessage } from "@whiskeysockets/baileys";

/** Gives a reaction or a vote that names no message an empty key: without one the library fails. */
export function nameTargets({ message }: WAMessage): void {
  const { reactionMessage, pollUpdateMessage } = normalizeMessageContent(message) ?? {};
  if (reactionMessage) reactionMessage.key ??= {};
  if (pollUpdateMessage) pollUpdateMessage.pollCreationMessageKey ??= {};
}
