import type { proto } from "@whiskeysockets/baileys";
import { type ContentView, EMPTY_VIEW, type PollView } from "./content-view.ts";

/**
 * Parses a new poll. If only one option can be selected, the poll has a single answer; 0 allows any number of answers.
 */
export function readPoll(message: proto.IMessage): ContentView | null {
  const creation =
    message.pollCreationMessage ??
    message.pollCreationMessageV2 ??
    message.pollCreationMessageV3 ??
    message.pollCreationMessageV5;
  if (!creation) return null;
  const poll = {
    name: creation.name ?? "",
    options: (creation.options ?? []).map((option) => option.optionName ?? ""),
    multiple_answers: creation.selectableOptionsCount !== 1,
  };
  return { ...EMPTY_VIEW, type: "poll", poll };
}

/** Builds a new poll as phones send it. */
export function writePoll(poll: PollView): proto.IMessage {
  return {
    pollCreationMessageV3: {
      name: poll.name,
      options: poll.options.map((optionName) => ({ optionName })),
      selectableOptionsCount: poll.multiple_answers ? 0 : 1,
    },
  };
}
