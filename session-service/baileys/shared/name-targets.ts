import { normalizeMessageContent, type WAMessage } from "@whiskeysockets/baileys";

/**
 * Adds an empty key to a reaction or vote that does not specify a message, because the library fails on a missing key.
 */
export function nameTargets({ message }: WAMessage): void {
  const { reactionMessage, pollUpdateMessage } = normalizeMessageContent(message) ?? {};
  if (reactionMessage) reactionMessage.key ??= {};
  if (pollUpdateMessage) pollUpdateMessage.pollCreationMessageKey ??= {};
}
