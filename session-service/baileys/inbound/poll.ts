import type { proto } from "@whiskeysockets/baileys";
import { cleanName, cleanText } from "./clean-text.ts";
import type { ContentReading } from "./content-reading.ts";

/** More than any phone allows. */
const MOST_OPTIONS = 30;
const LONGEST_OPTION_CHARS = 255;

/** A poll, of whichever version. */
export function readPoll(part: proto.Message.IPollCreationMessage): ContentReading {
  const options = (part.options ?? []).slice(0, MOST_OPTIONS);
  return {
    type: "poll",
    body: null,
    poll: {
      name: cleanName(part.name) ?? "",
      options: options.map(({ optionName }) => cleanText(optionName, LONGEST_OPTION_CHARS) ?? ""),
      // 0: any number.
      multiple_answers: part.selectableOptionsCount !== 1,
    },
  };
}
