import type { proto } from "@whiskeysockets/baileys";
import type { Target } from "./target.ts";

/** A reaction; an empty emoji removes it. */
export function reaction({ key }: Target, emoji: string, at: Date): proto.IMessage {
  return { reactionMessage: { key, text: emoji, senderTimestampMs: at.getTime() } };
}
