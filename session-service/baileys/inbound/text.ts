import type { proto } from "@whiskeysockets/baileys";
import { cleanText } from "./clean-text.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";

/** A plain text. */
export const readConversation: ContentReader<"conversation"> = (text) => textReading(text);

/** A text with a preview, a quote or mentions. */
export const readExtendedText: ContentReader<"extendedTextMessage"> = ({ text }) => textReading(text);

/** What somebody chose from what a business offered, as the text that phones show. */
export const CHOICE_READERS = {
  buttonsResponseMessage: ({ selectedDisplayText }: proto.Message.IButtonsResponseMessage) =>
    textReading(selectedDisplayText),
  templateButtonReplyMessage: ({ selectedDisplayText }: proto.Message.ITemplateButtonReplyMessage) =>
    textReading(selectedDisplayText),
  listResponseMessage: ({ title }: proto.Message.IListResponseMessage) => textReading(title),
  interactiveResponseMessage: ({ body }: proto.Message.IInteractiveResponseMessage) => textReading(body?.text),
  interactiveMessage: ({ body }: proto.Message.IInteractiveMessage) => textReading(body?.text),
  listMessage: ({ description, title }: proto.Message.IListMessage) => textReading(description || title),
};

function textReading(text: string | null | undefined): ContentReading | null {
  const body = cleanText(text);
  return body === null ? null : { type: "text", body };
}
