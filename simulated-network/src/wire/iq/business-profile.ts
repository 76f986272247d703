import type { BinaryNode } from "@whiskeysockets/baileys";
import { node } from "../../format/nodes.ts";

/** Nobody on this network has a business profile. */
export function businessProfile(): BinaryNode[] {
  return [node("business_profile", {}, [])];
}
