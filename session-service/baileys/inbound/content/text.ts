import type { proto } from "@whiskeysockets/baileys";
import type { Foreign, ForeignText } from "../bounds/foreign.ts";
import { takenText } from "../bounds/texts.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";

/** A plain text. */
export const readConversation: ContentReader<"conversation"> = (text) => textReading(text);

/** A text with a preview, a quote or mentions. */
export const readExtendedText: ContentReader<"extendedTextMessage"> = ({ text }) => textReading(text);

/** Readers of a choice from a business's offer, as the text that phones show. */
export const CHOICE_READERS = {
  buttonsResponseMessage: ({ selectedDisplayText }: Foreign<proto.Message.IButtonsResponseMessage>) =>
    textReading(selectedDisplayText),
  templateButtonReplyMessage: ({ selectedDisplayText }: Foreign<proto.Message.ITemplateButtonReplyMessage>) =>
    textReading(selectedDisplayText),
  listResponseMessage: ({ title }: Foreign<proto.Message.IListResponseMessage>) => textReading(title),
  interactiveResponseMessage: ({ body }: Foreign<proto.Message.IInteractiveResponseMessage>) => textReading(body?.text),
  interactiveMessage: ({ body }: Foreign<proto.Message.IInteractiveMessage>) => textReading(body?.text),
  listMessage: ({ description, title }: Foreign<proto.Message.IListMessage>) => textReading(description, title),
};

/** The reading of a text. @param otherwise the text when the first is empty. */
function textReading(text: ForeignText | null | undefined, otherwise?: ForeignText | null): ContentReading | null {
  const body = takenText(text) ?? takenText(otherwise);
  return body === null ? null : { type: "text", body };
}
