import type { BinaryNode } from "@whiskeysockets/baileys";
import { node } from "../nodes.ts";

/** The groups an account is in: this network has none. */
export function participatingGroups(): BinaryNode[] {
  return [node("groups", {}, [])];
}
