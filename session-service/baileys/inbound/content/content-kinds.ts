import type { proto } from "@whiskeysockets/baileys";

/**
 * The role of a message field. A `shown` field is turned into content by a reader, an `act` changes an earlier message
 * or nothing, a `wrapper` contains another message, and a `beside` field accompanies content. A `silent` field isn't a
 * person's message, for the reason given in `why`.
 */
export type ContentKind =
  | { is: "shown" | "act" | "wrapper" }
  | { is: "beside"; why: string; isKey?: true }
  | { is: "silent"; why: string };

const shown = { is: "shown" } as const;
const act = { is: "act" } as const;
const wrapper = { is: "wrapper" } as const;
const silent = (why: string) => ({ is: "silent", why }) as const;

/**
 * Every field that a message on the network can have. If a new version of the library adds a field, the code won't
 * compile until the field has a row here, so everything a person writes is stored and reported. docs/decisions/0187.
 */
export const CONTENT_KINDS = {
  conversation: shown,
  extendedTextMessage: shown,
  imageMessage: shown,
  videoMessage: shown,
  ptvMessage: shown,
  audioMessage: shown,
  documentMessage: shown,
  stickerMessage: shown,
  stickerPackMessage: shown,
  locationMessage: shown,
  liveLocationMessage: shown,
  contactMessage: shown,
  contactsArrayMessage: shown,
  pollCreationMessage: shown,
  pollCreationMessageV2: shown,
  pollCreationMessageV3: shown,
  pollCreationMessageV5: shown,
  pollResultSnapshotMessage: shown,
  pollResultSnapshotMessageV3: shown,
  orderMessage: shown,
  productMessage: shown,
  buttonsMessage: shown,
  listMessage: shown,
  templateMessage: shown,
  highlyStructuredMessage: shown,
  interactiveMessage: shown,
  buttonsResponseMessage: shown,
  listResponseMessage: shown,
  templateButtonReplyMessage: shown,
  interactiveResponseMessage: shown,
  eventMessage: shown,
  scheduledCallCreationMessage: shown,
  sendPaymentMessage: shown,
  requestPaymentMessage: shown,
  declinePaymentRequestMessage: shown,
  cancelPaymentRequestMessage: shown,
  paymentInviteMessage: shown,
  invoiceMessage: shown,
  groupInviteMessage: shown,
  newsletterAdminInviteMessage: shown,
  newsletterFollowerInviteMessageV2: shown,
  requestPhoneNumberMessage: shown,
  placeholderMessage: shown,
  bcallMessage: shown,
  richResponseMessage: shown,
  statusMentionMessage: shown,
  groupStatusMentionMessage: shown,
  statusNotificationMessage: shown,
  statusQuestionAnswerMessage: shown,
  statusQuotedMessage: shown,
  statusStickerInteractionMessage: shown,
  questionResponseMessage: shown,
  encCommentMessage: shown,
  encEventResponseMessage: shown,

  reactionMessage: act,
  encReactionMessage: act,
  pollUpdateMessage: act,
  secretEncryptedMessage: act,
  protocolMessage: act,
  scheduledCallEditMessage: act,

  deviceSentMessage: wrapper,
  viewOnceMessage: wrapper,
  viewOnceMessageV2: wrapper,
  viewOnceMessageV2Extension: wrapper,
  ephemeralMessage: wrapper,
  documentWithCaptionMessage: wrapper,
  editedMessage: wrapper,
  groupMentionedMessage: wrapper,
  botInvokeMessage: wrapper,
  botTaskMessage: wrapper,
  botForwardedMessage: wrapper,
  lottieStickerMessage: wrapper,
  associatedChildMessage: wrapper,
  commentMessage: wrapper,
  eventCoverImage: wrapper,
  pollCreationOptionImageMessage: wrapper,
  pollCreationMessageV4: wrapper,
  statusAddYours: wrapper,
  groupStatusMessage: wrapper,
  groupStatusMessageV2: wrapper,
  limitSharingMessage: wrapper,
  questionMessage: wrapper,
  questionReplyMessage: wrapper,

  messageContextInfo: { is: "beside", why: "what devices need to handle the content" },
  senderKeyDistributionMessage: { is: "beside", why: "a key of a group", isKey: true },
  fastRatchetKeySenderKeyDistributionMessage: { is: "beside", why: "a key of a live location", isKey: true },
  chat: { is: "beside", why: "the name of the chat" },

  albumMessage: silent("an album's announcement: its files come one by one"),
  pinInChatMessage: silent("a message was pinned"),
  keepInChatMessage: silent("a disappearing message was kept"),
  call: silent("a call's ringing: the network tells of calls apart"),
  callLogMesssage: silent("a call's log: the network tells of calls apart"),
  stickerSyncRmrMessage: silent("stickers between the devices of one person"),
  messageHistoryBundle: silent("history for a new member of a group"),
  messageHistoryNotice: silent("a hint that history was shared with a member"),
} as const satisfies { [K in keyof proto.IMessage]-?: ContentKind };

type Kinds = typeof CONTENT_KINDS;

/** The fields that are shown, each with its own reader. */
export type ShownKind = { [K in keyof Kinds]: Kinds[K]["is"] extends "shown" ? K : never }[keyof Kinds];

/** The fields that contain another message. */
export type WrapperKind = { [K in keyof Kinds]: Kinds[K]["is"] extends "wrapper" ? K : never }[keyof Kinds];

const namesOf = (is: ContentKind["is"]) =>
  Object.keys(CONTENT_KINDS).filter((name) => CONTENT_KINDS[name as keyof Kinds].is === is); // Object.keys loses the key type

/** The names of the wrapper fields. */
export const WRAPPERS = namesOf("wrapper") as WrapperKind[]; // those are

/** Returns the role of the field with this name, or null if there is no such field. */
export function kindOf(name: string): ContentKind | null {
  return Object.hasOwn(CONTENT_KINDS, name) ? CONTENT_KINDS[name as keyof Kinds] : null; // the check before it
}
