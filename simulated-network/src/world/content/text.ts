import type { proto } from "@whiskeysockets/baileys";
import { type ContentView, EMPTY_VIEW } from "./content-view.ts";

/** Parses a plain text, or a text that quotes another message or has a link preview. */
export function readText(message: proto.IMessage): ContentView | null {
  const text = message.conversation || message.extendedTextMessage?.text;
  return typeof text === "string" && text !== "" ? { ...EMPTY_VIEW, type: "text", text } : null;
}

/** Builds a text as phones send it. */
export function writeText(text: string): proto.IMessage {
  return { extendedTextMessage: { text } };
}
