import type { proto } from "@whiskeysockets/baileys";
import { type Foreign, type ForeignText, foreign, takenItems } from "../bounds/foreign.ts";
import { takenCount } from "../bounds/numbers.ts";
import { takenName, takenText } from "../bounds/texts.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";
import { wordsOf } from "./words.ts";

/** The maximum number of parts in an assistant's answer, and of rows in each of its tables. */
const MOST_PARTS = 100;
const MOST_OPTIONS = 30;
const LONGEST_OPTION_CHARS = 255;
const MOST_VOTES = 1_000_000;

/** Reads a shared sticker pack. Phones can open the pack, but it isn't a single file. */
export const readStickerPack: ContentReader<"stickerPackMessage"> = ({ name, publisher, caption }) => ({
  type: "text",
  body: wordsOf(takenText(caption), takenName(name)) ?? takenName(publisher),
  details: { network_kind: "stickerPackMessage" },
});

/** Reads a poll's results as they were when someone forwarded them. */
export function readPollResults(part: Foreign<proto.Message.IPollResultSnapshotMessage>): ContentReading {
  const votes = takenItems(part.pollVotes, MOST_OPTIONS);
  return {
    type: "poll",
    body: null,
    poll: {
      name: takenName(part.name) ?? "",
      options: votes.map(({ optionName }) => takenText(optionName, LONGEST_OPTION_CHARS) ?? ""),
      multiple_answers: false,
    },
    tally: votes.map(({ optionVoteCount }) => takenCount(optionVoteCount, MOST_VOTES) ?? 0),
  };
}

/** Reads an answer from the network's assistant: its texts, code and tables in order. */
export const readRichAnswer: ContentReader<"richResponseMessage"> = ({ submessages }) => ({
  type: "text",
  body: wordsOf(...takenItems(submessages, MOST_PARTS).map(wordsIn)),
});

function wordsIn(part: Foreign<proto.IAIRichResponseSubMessage>): string | null {
  const { messageText, codeMetadata, tableMetadata, latexMetadata, imageMetadata } = part;
  const text = takenText(messageText);
  if (text !== null) return text;
  if (codeMetadata)
    return joined(
      takenItems(codeMetadata.codeBlocks, MOST_PARTS).map((one) => one.codeContent),
      "",
    );
  if (tableMetadata) {
    const rows = takenItems(tableMetadata.rows, MOST_PARTS);
    return wordsOf(
      takenText(tableMetadata.title),
      rows.map((row) => joined(takenItems(row.items, MOST_PARTS), " | ")).join("\n"),
    );
  }
  return takenText(latexMetadata?.text) ?? takenText(imageMetadata?.imageText);
}

const joined = (texts: (ForeignText | null | undefined)[], by: string) =>
  takenText(foreign<string>(texts.map((text) => takenText(text) ?? "").join(by)));
