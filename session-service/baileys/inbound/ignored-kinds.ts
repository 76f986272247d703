import type { proto } from "@whiskeysockets/baileys";

/**
 * Contents that are no messages of their own, each with what it is: written down so that nobody has to guess what was
 * left out. Kinds that are neither here nor read are counted as unknown.
 */
export const IGNORED_KINDS = {
  protocolMessage: "history, keys, deletions and settings between devices",
  reactionMessage: "a reaction to a message",
  encReactionMessage: "a reaction to a message, encrypted",
  pollUpdateMessage: "a vote",
  pinInChatMessage: "a pin",
  keepInChatMessage: "a disappearing message that was kept",
  senderKeyDistributionMessage: "a group key",
  call: "a call's ringing",
  callLogMesssage: "a call's log",
  secretEncryptedMessage: "an edit",
  messageHistoryNotice: "a hint that history was shared",
} as const satisfies Partial<Record<keyof proto.IMessage, string>>;

/** Contents that are messages of kinds this version does not show yet. */
export const UNREAD_KINDS = [
  "imageMessage",
  "videoMessage",
  "ptvMessage",
  "audioMessage",
  "documentMessage",
  "stickerMessage",
  "lottieStickerMessage",
  "locationMessage",
  "liveLocationMessage",
  "contactMessage",
  "contactsArrayMessage",
  "pollCreationMessage",
  "pollCreationMessageV2",
  "pollCreationMessageV3",
  "orderMessage",
  "productMessage",
] as const satisfies (keyof proto.IMessage)[];
