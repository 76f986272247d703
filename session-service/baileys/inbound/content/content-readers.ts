import {
  readGroupStatusMention,
  readQuestionAnswer,
  readStatusMention,
  readStatusNotice,
  readStatusQuote,
  readStatusSticker,
} from "./about-status.ts";
import { readAudio } from "./audio.ts";
import { readButtons, readList } from "./buttons.ts";
import { readButtonChoice, readFlowAnswer, readRowChoice, readTemplateChoice } from "./choices.ts";
import { readContact, readContacts } from "./contact.ts";
import type { ShownKind } from "./content-kinds.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";
import { readDocument } from "./document.ts";
import { readEvent, readPlannedCall } from "./event.ts";
import { readImage } from "./image.ts";
import { readInteractive } from "./interactive.ts";
import { readAdminInvite, readFollowerInvite, readGroupInvite } from "./invite.ts";
import { readLiveLocation, readLocation } from "./location.ts";
import { readOrder } from "./order.ts";
import { readPollResults, readRichAnswer, readStickerPack } from "./passed-on.ts";
import {
  readInvoice,
  readPaymentCancelled,
  readPaymentDeclined,
  readPaymentInvite,
  readPaymentRequest,
  readPaymentSent,
} from "./payment.ts";
import { readPoll } from "./poll.ts";
import { readProduct } from "./product.ts";
import { readSticker } from "./sticker.ts";
import { readStructured, readTemplate } from "./template.ts";
import { readConversation, readExtendedText, readLiveCall } from "./text.ts";
import type { Unwrapped } from "./unwrap.ts";
import { readVideo } from "./video.ts";

/** The reader for content that can't be shown at all. The message is stored anyway. */
const readNothing = (): null => null;

/** The readers for every kind of shown content. */
export const CONTENT_READERS: { [K in ShownKind]: ContentReader<K> } = {
  conversation: readConversation,
  extendedTextMessage: readExtendedText,
  imageMessage: readImage,
  videoMessage: readVideo,
  ptvMessage: readVideo,
  audioMessage: readAudio,
  documentMessage: readDocument,
  stickerMessage: readSticker,
  stickerPackMessage: readStickerPack,
  locationMessage: readLocation,
  liveLocationMessage: readLiveLocation,
  contactMessage: readContact,
  contactsArrayMessage: readContacts,
  pollCreationMessage: readPoll,
  pollCreationMessageV2: readPoll,
  pollCreationMessageV3: readPoll,
  pollCreationMessageV5: readPoll,
  pollResultSnapshotMessage: readPollResults,
  pollResultSnapshotMessageV3: readPollResults,
  orderMessage: readOrder,
  productMessage: readProduct,
  buttonsMessage: readButtons,
  listMessage: readList,
  templateMessage: readTemplate,
  highlyStructuredMessage: readStructured,
  interactiveMessage: readInteractive,
  buttonsResponseMessage: readButtonChoice,
  listResponseMessage: readRowChoice,
  templateButtonReplyMessage: readTemplateChoice,
  interactiveResponseMessage: readFlowAnswer,
  eventMessage: readEvent,
  scheduledCallCreationMessage: readPlannedCall,
  sendPaymentMessage: readPaymentSent,
  requestPaymentMessage: readPaymentRequest,
  declinePaymentRequestMessage: readPaymentDeclined,
  cancelPaymentRequestMessage: readPaymentCancelled,
  paymentInviteMessage: readPaymentInvite,
  invoiceMessage: readInvoice,
  groupInviteMessage: readGroupInvite,
  newsletterAdminInviteMessage: readAdminInvite,
  newsletterFollowerInviteMessageV2: readFollowerInvite,
  requestPhoneNumberMessage: readNothing,
  placeholderMessage: readNothing,
  bcallMessage: readLiveCall,
  richResponseMessage: readRichAnswer,
  statusMentionMessage: readStatusMention,
  groupStatusMentionMessage: readGroupStatusMention,
  statusNotificationMessage: readStatusNotice,
  statusQuestionAnswerMessage: readQuestionAnswer,
  statusQuotedMessage: readStatusQuote,
  statusStickerInteractionMessage: readStatusSticker,
  questionResponseMessage: readQuestionAnswer,
  // If the message that these refer to is stored, they are decrypted earlier. Any that get here are still encrypted.
  encCommentMessage: readNothing,
  encEventResponseMessage: readNothing,
};

/** Reads content. Returns null if the content is empty or of a kind that can't be shown. */
export function readContent({ kind, content }: Unwrapped): ContentReading | null {
  if (kind === null || !Object.hasOwn(CONTENT_READERS, kind)) return null;
  const read = CONTENT_READERS[kind as ShownKind] as (part: unknown) => ContentReading | null; // paired by the table
  const part: unknown = content[kind];
  const reading = part === null || part === undefined ? null : read(part);
  return reading && saysNothing(reading) ? null : reading;
}

/** Whether a reading is a text message with neither text nor details. */
const saysNothing = ({ type, body, details = {} }: ContentReading): boolean =>
  type === "text" && body === null && Object.keys(details).length === 0;
