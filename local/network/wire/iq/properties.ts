import type { BinaryNode } from "@whiskeysockets/baileys";
import { node } from "../../format/nodes.ts";

/** The client settings of the network; none differs from the client's default. */
export function showProperties(): BinaryNode[] {
  return [node("props", { hash: "simulated", refresh: 86400, protocol: 1 }, [])];
}
