import { takenAddress, takenId, takenParty } from "./bounds/ids.ts";
import { type ForeignNode, partOf } from "./bounds/node.ts";
import { takenWord } from "./bounds/texts.ts";
import { isOwn, type People } from "./people.ts";

/** Messages in a chat that the number's owner has read on the phone or another device. */
export interface OwnRead {
  /** The chat's network address. */
  chat: string;
  /** The network ids of the messages, in no particular order. */
  network_ids: string[];
}

/** `read-self` means that other people aren't told that the message was read. */
const KINDS = ["read", "read-self"];
/** Far more messages than a phone confirms in one receipt. */
const MOST_IDS = 500;

/**
 * Returns the messages in a receipt from the number's own devices, or null if the receipt is about something else or
 * comes from someone else.
 */
export function readOwnReads(node: ForeignNode, people: People): OwnRead | null {
  const { type, recipient, id, from } = node.attrs;
  const chat = takenAddress(recipient);
  const sender = takenParty(from);
  if (takenWord(type, KINDS) === null || chat === null || !sender || !isOwn(sender.party, people)) return null;
  const others = (partOf(node, "list")?.parts ?? []).filter(({ tag }) => tag === "item").map(({ attrs }) => attrs.id);
  const ids = [id, ...others].slice(0, MOST_IDS).map(takenId);
  return { chat, network_ids: [...new Set(ids.filter((one) => one !== null))] };
}
