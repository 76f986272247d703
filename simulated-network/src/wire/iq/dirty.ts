import { child } from "../../format/nodes.ts";
import type { Incoming } from "../connection/incoming.ts";

/** Removes the mark after a device has requested again what it may have missed. */
export function cleanDirtyMark({ transaction, device, stanza }: Incoming): void {
  transaction.store.dirtyMarks.clear(device, child(stanza, "clean")?.attrs.type ?? "");
}
