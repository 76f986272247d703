import type { proto } from "@whiskeysockets/baileys";
import type { Foreign, ForeignText } from "../bounds/foreign.ts";
import { takenText } from "../bounds/texts.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";

type Key = Foreign<proto.IMessageKey> | null | undefined;

/** Reads an answer to a question in a status or a channel. */
export const readQuestionAnswer = ({ key, text }: { key?: Key; text?: ForeignText | null }): ContentReading => ({
  type: "text",
  body: takenText(text),
  ...(key && { about: key }),
});

/** Reads a reply that quotes a status. */
export const readStatusQuote: ContentReader<"statusQuotedMessage"> = ({ text, originalStatusId: about }) => ({
  type: "text",
  body: takenText(text),
  ...(about && { about }),
});

/** Reads a notice that someone mentioned the number in a status. */
export const readStatusMention: ContentReader<"statusMentionMessage"> = (part) =>
  hint("statusMentionMessage", part.message?.protocolMessage?.key);

/** Reads a notice that someone mentioned a group in a status. */
export const readGroupStatusMention: ContentReader<"groupStatusMentionMessage"> = (part) =>
  hint("groupStatusMentionMessage", part.message?.protocolMessage?.key);

/** Reads a notice that someone answered one of the number's statuses with their own status. */
export const readStatusNotice: ContentReader<"statusNotificationMessage"> = (part) =>
  hint("statusNotificationMessage", part.originalMessageKey ?? part.responseMessageKey);

/** Reads a notice that someone tapped a sticker in one of the number's statuses. */
export const readStatusSticker: ContentReader<"statusStickerInteractionMessage"> = ({ key }) =>
  hint("statusStickerInteractionMessage", key);

const hint = (network_kind: string, about: Key): ContentReading => ({
  type: "text",
  body: null,
  details: { network_kind },
  ...(about && { about }),
});
