import type { BinaryNode } from "@whiskeysockets/baileys";
import { node } from "../../format/nodes.ts";

/** Returns no business profile, because nobody on this network has one. */
export function businessProfile(): BinaryNode[] {
  return [node("business_profile", {}, [])];
}
