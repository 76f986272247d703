import { normalizeMessageContent, type WAMessage } from "@whiskeysockets/baileys";

/** Adds an empty key to a reaction or vote that doesn't refer to a message, because the library fails without one. */
export function nameTargets({ message }: WAMessage): void {
  const { reactionMessage, pollUpdateMessage } = normalizeMessageContent(message) ?? {};
  if (reactionMessage) reactionMessage.key ??= {};
  if (pollUpdateMessage) pollUpdateMessage.pollCreationMessageKey ??= {};
}
