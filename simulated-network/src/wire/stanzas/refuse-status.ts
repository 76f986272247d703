import { PHONE_SERVER, parseAddress } from "../../format/addresses.ts";
import { child, children, node } from "../../format/nodes.ts";
import type { Incoming } from "../connection/incoming.ts";

/** The network's code for a stanza that it does not understand. */
const INVALID_STANZA = 479;

/**
 * The network's code for refusing a status; null when it passes. Accounts that moved to private ids are no longer known
 * by number there: neither may such an account list anybody by number, nor may anybody list it that way.
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
 * Whether anybody gets a status that was accepted. Of accounts that moved to private ids a new one needs to say for
 * whom it is, else nobody does; changes of an earlier one need not.
 */
export function isShown({ transaction, owner, stanza }: Incoming): boolean {
  if (stanza.attrs.edit !== undefined || !transaction.store.profiles.usesPrivateIds(owner.phone)) return true;
  return child(stanza, "meta")?.attrs.status_setting !== undefined;
}
