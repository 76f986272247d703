import { child } from "../../format/nodes.ts";
import type { Incoming } from "../connection/incoming.ts";

/** Removes the mark once a device has refetched data that may have been out of date. */
export function cleanDirtyMark({ transaction, device, stanza }: Incoming): void {
  transaction.store.dirtyMarks.clear(device, child(stanza, "clean")?.attrs.type ?? "");
}
