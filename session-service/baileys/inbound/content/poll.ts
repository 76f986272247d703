import type { proto } from "@whiskeysockets/baileys";
import { type Foreign, takenItems } from "../bounds/foreign.ts";
import { takenCount } from "../bounds/numbers.ts";
import { takenName, takenText } from "../bounds/texts.ts";
import type { ContentReading } from "./content-reading.ts";

/** More options than phones allow. */
const MOST_OPTIONS = 30;
const LONGEST_OPTION_CHARS = 255;

/** Reads a poll of any version. */
export function readPoll(part: Foreign<proto.Message.IPollCreationMessage>): ContentReading {
  const options = takenItems(part.options, MOST_OPTIONS);
  return {
    type: "poll",
    body: null,
    poll: {
      name: takenName(part.name) ?? "",
      options: options.map(({ optionName }) => takenText(optionName, LONGEST_OPTION_CHARS) ?? ""),
      // A count of 0 allows any number of answers.
      multiple_answers: takenCount(part.selectableOptionsCount, MOST_OPTIONS) !== 1,
    },
  };
}
