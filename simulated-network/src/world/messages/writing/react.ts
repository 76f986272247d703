import type { proto } from "@whiskeysockets/baileys";
import type { Target } from "./target.ts";

/** Builds a reaction. An empty emoji removes the reaction. */
export function reaction({ key }: Target, emoji: string, at: Date): proto.IMessage {
  return { reactionMessage: { key, text: emoji, senderTimestampMs: at.getTime() } };
}
