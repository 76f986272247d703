import { normalizeMessageContent, proto } from "@whiskeysockets/baileys";
import { readContact } from "./contact.ts";
import { type ContentView, EMPTY_VIEW } from "./content-view.ts";
import { readLocation } from "./location.ts";
import { readPoll } from "./poll.ts";
import { readText } from "./text.ts";

/** One reader for each kind a phone can show; the first that recognises the message wins. */
const READERS = [readText, readLocation, readContact, readPoll] as const;

/** What a person sees of a stored message. @returns type `unknown` for a kind that phones here can't show. */
export function readContent(encoded: Buffer): ContentView {
  const message = normalizeMessageContent(proto.Message.decode(encoded)) ?? {};
  for (const read of READERS) {
    const view = read(message);
    if (view) return view;
  }
  return EMPTY_VIEW;
}
