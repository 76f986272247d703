import type { ForeignText } from "../bounds/foreign.ts";
import { takenText } from "../bounds/texts.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";

/** A plain text. */
export const readConversation: ContentReader<"conversation"> = (text) => textReading(text);

/** A text with a preview, a quote or mentions. */
export const readExtendedText: ContentReader<"extendedTextMessage"> = ({ text }) => textReading(text);

/** A live call to many, announced with a text. */
export const readLiveCall: ContentReader<"bcallMessage"> = ({ caption }) => textReading(caption);

const textReading = (text: ForeignText | null | undefined): ContentReading => ({ type: "text", body: takenText(text) });
