import type { ForeignText } from "../bounds/foreign.ts";
import { takenText } from "../bounds/texts.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";

/** Reads plain text. */
export const readConversation: ContentReader<"conversation"> = (text) => textReading(text);

/** Reads text with a preview, a quote or mentions. */
export const readExtendedText: ContentReader<"extendedTextMessage"> = ({ text }) => textReading(text);

/** Reads the text that announces a live call to a large audience. */
export const readLiveCall: ContentReader<"bcallMessage"> = ({ caption }) => textReading(caption);

const textReading = (text: ForeignText | null | undefined): ContentReading => ({ type: "text", body: takenText(text) });
