import { PHONE_SERVER, parseAddress } from "../../format/addresses.ts";
import { child, children, node } from "../../format/nodes.ts";
import type { Incoming } from "../connection/incoming.ts";

/** The network's code for a stanza it does not understand. */
const INVALID_STANZA = 479;

/**
 * The network's code for refusing a status; null if it passes. Statuses no longer know accounts that moved to private
 * ids by number, so such an account can't list anyone by number, nor can anyone list it that way.
 */
export function statusRefusalOf({ transaction, owner, stanza }: Incoming): number | null {
  const { people, profiles } = transaction.store;
  const listed = children(child(stanza, "participants") ?? node("participants"), "to");
  const byNumber = listed
    .map(({ attrs }) => parseAddress(attrs.jid))
    .filter((address) => address?.server === PHONE_SERVER);
  const hasMoved = (phone: string | undefined) => phone !== undefined && profiles.usesPrivateIds(phone);
  const isRefused =
    byNumber.length > 0 && (hasMoved(owner.phone) || byNumber.some((address) => hasMoved(people.at(address)?.phone)));
  return isRefused ? INVALID_STANZA : null;
}

/**
 * Whether anyone gets an accepted status. From accounts that moved to private ids, a new status must state its audience
 * or nobody gets it; changes to an earlier one need not.
 */
export function isShown({ transaction, owner, stanza }: Incoming): boolean {
  if (stanza.attrs.edit !== undefined || !transaction.store.profiles.usesPrivateIds(owner.phone)) return true;
  return child(stanza, "meta")?.attrs.status_setting !== undefined;
}
