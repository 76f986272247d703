import type { BinaryNode } from "@whiskeysockets/baileys";
import { node } from "../../format/nodes.ts";

/** Returns an empty answer, because there are no business profiles on this network. */
export function businessProfile(): BinaryNode[] {
  return [node("business_profile", {}, [])];
}
