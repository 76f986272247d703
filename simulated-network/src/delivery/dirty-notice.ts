import type { BinaryNode } from "@whiskeysockets/baileys";
import { SERVER } from "../format/addresses.ts";
import { node, seconds } from "../format/nodes.ts";
import type { DirtyMark } from "../store/dirty-marks-table.ts";

/** Creates a notice telling a device to request some of its data again. */
export function dirtyNotice({ type, at }: DirtyMark): BinaryNode {
  return node("ib", { from: SERVER }, [node("dirty", { type, timestamp: seconds(at) })]);
}
