import { withoutDevice } from "../shared/network-ids.ts";
import { takenParty } from "./bounds/ids.ts";
import type { ForeignNode } from "./bounds/node.ts";
import { isWord } from "./bounds/texts.ts";
import { idsIn } from "./read-receipts.ts";

/** A report that someone viewed statuses. */
export interface StatusViews {
  /** The statuses' network ids. */
  network_ids: string[];
  /** All of the viewer's addresses given in the stanza. */
  viewer: string[];
}

/** More statuses than anyone has at the same time, since at most five are posted per day. */
const MOST_IDS = 100;

/** Parses a receipt, or returns null if it isn't for viewed statuses. */
export function readStatusViews(node: ForeignNode): StatusViews | null {
  const { from, type, participant, participant_pn, participant_lid } = node.attrs;
  if (takenParty(from)?.party.kind !== "status" || !isWord(type, "read")) return null;
  const viewer = [participant, participant_pn, participant_lid].flatMap((one) => {
    const address = takenParty(one);
    return address?.party.kind === "phone" || address?.party.kind === "private" ? [withoutDevice(address.id)] : [];
  });
  const network_ids = idsIn(node).slice(0, MOST_IDS);
  return viewer.length > 0 && network_ids.length > 0 ? { network_ids, viewer } : null;
}
