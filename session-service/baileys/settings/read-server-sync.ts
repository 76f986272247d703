import { ALL_WA_PATCH_NAMES, type BinaryNode, type WAPatchName } from "@whiskeysockets/baileys";
import { foreignNode } from "../inbound/bounds/node.ts";
import { isWord, takenWord } from "../inbound/bounds/texts.ts";

/**
 * Returns the settings collections that a notification reports as changed. Empty if the notification is about something
 * else.
 */
export function readServerSync(node: BinaryNode): WAPatchName[] {
  const { attrs, parts } = foreignNode(node);
  if (!isWord(attrs.type, "server_sync")) return [];
  const names = parts
    .filter(({ tag }) => tag === "collection")
    .map((part) => takenWord(part.attrs.name, ALL_WA_PATCH_NAMES));
  return [...new Set(names.filter((name) => name !== null))];
}
