import { normalizeMessageContent, type WAMessage } from "@whiskeysockets/baileys";

/** Gives an empty key to a reaction or a vote that names no message, because the library fails without one. */
export function nameTargets({ message }: WAMessage): void {
  const { reactionMessage, pollUpdateMessage } = normalizeMessageContent(message) ?? {};
  if (reactionMessage) reactionMessage.key ??= {};
  if (pollUpdateMessage) pollUpdateMessage.pollCreationMessageKey ??= {};
}
