import { proto } from "@whiskeysockets/baileys";
import { asSent, type Foreign, foreign } from "./foreign.ts";

/** Decodes a message from its sender's bytes; null if the bytes are not a message. */
export const decodedMessage = (bytes: Uint8Array): Foreign<proto.IMessage> | null =>
  possible(() => foreign<proto.IMessage>(proto.Message.decode(bytes)));

/** Decodes a vote's note; null if the bytes are not such a note. */
export const decodedVote = (bytes: Uint8Array): Foreign<proto.Message.IPollVoteMessage> | null =>
  possible(() => foreign<proto.Message.IPollVoteMessage>(proto.Message.PollVoteMessage.decode(bytes)));

/** Decodes a reaction's note; null if the bytes are not such a note. */
export const decodedReaction = (bytes: Uint8Array): Foreign<proto.Message.IReactionMessage> | null =>
  possible(() => foreign<proto.Message.IReactionMessage>(proto.Message.ReactionMessage.decode(bytes)));

/**
 * Re-encodes a message as bytes. Returns null if the message can't be encoded, for example because it is nested deeper
 * than the stack allows.
 */
export const encodedMessage = (message: Foreign<proto.IMessage>): Uint8Array | null =>
  possible(() => proto.Message.encode(proto.Message.fromObject(asSent<proto.IMessage>(message))).finish());

function possible<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
