import { randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";

/** A sticker pack that a person shares. */
export interface NewStickerPack {
  readonly name: string;
  readonly publisher?: string | undefined;
  readonly caption?: string | undefined;
}

/** Poll results that a person shares. */
export interface NewPollResults {
  readonly name: string;
  readonly votes: readonly { readonly option: string; readonly votes: number }[];
}

/** A response from the network's own AI assistant that a person forwards. */
export interface NewAiAnswer {
  readonly texts: readonly string[];
}

/** Builds a sticker pack as phones send it. */
export function writeStickerPack({ name, publisher, caption }: NewStickerPack): proto.IMessage {
  return {
    stickerPackMessage: { stickerPackId: randomBytes(16).toString("hex"), name, publisher, caption, stickers: [] },
  };
}

/** Builds poll results as phones send them. */
export function writePollResults({ name, votes }: NewPollResults): proto.IMessage {
  const pollVotes = votes.map(({ option, votes: count }) => ({ optionName: option, optionVoteCount: count }));
  return { pollResultSnapshotMessage: { name, pollVotes } };
}

/** Builds an assistant's response as phones forward it. */
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
