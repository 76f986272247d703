import type { proto } from "@whiskeysockets/baileys";

/** The text of a text message: plain, or with a preview, a quote or mentions; null: it is another kind. */
export function readText(content: proto.IMessage): string | null {
  if (typeof content.conversation === "string" && content.conversation !== "") return content.conversation;
  return content.extendedTextMessage?.text ?? null;
}
