import type { proto } from "@whiskeysockets/baileys";

/**
 * Contents that are not messages of their own, each with its meaning. Kinds that are neither listed here nor read are
 * reported as unknown.
 */
export const IGNORED_KINDS = {
  protocolMessage: "history, keys and settings between devices",
  encReactionMessage: "a reaction in a community's announcements, encrypted",
  albumMessage: "an album's announcement; its files come one by one",
  pinInChatMessage: "a pin",
  keepInChatMessage: "a disappearing message that was kept",
  call: "a call's ringing",
  callLogMesssage: "a call's log",
  bcallMessage: "a call's log",
  encEventResponseMessage: "an answer to an invitation",
  requestPhoneNumberMessage: "a request for the number",
  placeholderMessage: "a hint that the phone has more",
  stickerSyncRmrMessage: "stickers between devices",
  messageHistoryBundle: "history for a new member of a group",
  messageHistoryNotice: "a hint that history was shared",
  statusNotificationMessage: "a hint about a status",
} as const satisfies Partial<Record<keyof proto.IMessage, string>>;
