import type { BinaryNode } from "@whiskeysockets/baileys";
import { SERVER } from "../format/addresses.ts";
import { node, seconds } from "../format/nodes.ts";
import type { DirtyMark } from "../store/dirty-marks-table.ts";

/** A notice that asks a device to request something again. */
export function dirtyNotice({ type, at }: DirtyMark): BinaryNode {
  return node("ib", { from: SERVER }, [node("dirty", { type, timestamp: seconds(at) })]);
}
