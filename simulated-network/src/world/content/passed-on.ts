import { randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";

/** A pack of stickers that is shared. */
export interface NewStickerPack {
  readonly name: string;
  readonly publisher?: string | undefined;
  readonly caption?: string | undefined;
}

/** A poll's results when a person shares it. */
export interface NewPollResults {
  readonly name: string;
  readonly votes: readonly { readonly option: string; readonly votes: number }[];
}

/** A forwarded answer from the network's own assistant. */
export interface NewAiAnswer {
  readonly texts: readonly string[];
}

/** A pack of stickers as phones send it. */
export function writeStickerPack({ name, publisher, caption }: NewStickerPack): proto.IMessage {
  return {
    stickerPackMessage: { stickerPackId: randomBytes(16).toString("hex"), name, publisher, caption, stickers: [] },
  };
}

/** A poll's results as phones send them. */
export function writePollResults({ name, votes }: NewPollResults): proto.IMessage {
  const pollVotes = votes.map(({ option, votes: count }) => ({ optionName: option, optionVoteCount: count }));
  return { pollResultSnapshotMessage: { name, pollVotes } };
}

/** An assistant's answer as phones forward it. */
export function writeAiAnswer({ texts }: NewAiAnswer): proto.IMessage {
  const { AI_RICH_RESPONSE_TEXT } = proto.AIRichResponseSubMessageType;
  const { AI_RICH_RESPONSE_TYPE_STANDARD } = proto.AIRichResponseMessageType;
  return {
    botForwardedMessage: {
      message: {
        richResponseMessage: {
          messageType: AI_RICH_RESPONSE_TYPE_STANDARD,
          submessages: texts.map((messageText) => ({ messageType: AI_RICH_RESPONSE_TEXT, messageText })),
        },
      },
    },
  };
}
