import { childBytes } from "../../format/nodes.ts";
import type { Incoming } from "../connection/incoming.ts";

/** A device changes what the account's owner says about themselves. */
export function changeAbout({ transaction, owner, stanza }: Incoming): void {
  transaction.store.profiles.setAbout(owner.phone, childBytes(stanza, "status")?.toString() ?? "", transaction.now);
}
