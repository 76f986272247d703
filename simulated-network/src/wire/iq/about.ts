import { childBytes } from "../../format/nodes.ts";
import type { Incoming } from "../connection/incoming.ts";

/** Changes the account owner's about text, as requested by a device. */
export function changeAbout({ transaction, owner, stanza }: Incoming): void {
  transaction.store.profiles.setAbout(owner.phone, childBytes(stanza, "status")?.toString() ?? "", transaction.now);
}
