import { proto } from "@whiskeysockets/baileys";
import { asSent, type Foreign, foreign } from "./foreign.ts";

/** Decodes a message from its sender's bytes, or returns null if the bytes aren't a message. */
export const decodedMessage = (bytes: Uint8Array): Foreign<proto.IMessage> | null =>
  possible(() => foreign<proto.IMessage>(proto.Message.decode(bytes)));

/** Decodes a vote's note, or returns null if the bytes aren't such a note. */
export const decodedVote = (bytes: Uint8Array): Foreign<proto.Message.IPollVoteMessage> | null =>
  possible(() => foreign<proto.Message.IPollVoteMessage>(proto.Message.PollVoteMessage.decode(bytes)));

/** Decodes a reaction's note, or returns null if the bytes aren't such a note. */
export const decodedReaction = (bytes: Uint8Array): Foreign<proto.Message.IReactionMessage> | null =>
  possible(() => foreign<proto.Message.IReactionMessage>(proto.Message.ReactionMessage.decode(bytes)));

/**
 * Re-encodes a message as bytes. Returns null if the message can't be encoded, for example because its nesting exceeds
 * the stack.
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
