import { PHONE_SERVER, parseAddress } from "../../format/addresses.ts";
import { child, children, node } from "../../format/nodes.ts";
import type { Incoming } from "../connection/incoming.ts";

/** The network's code for a stanza it doesn't understand. */
const INVALID_STANZA = 479;

/**
 * Returns the network's code for refusing a status, or null if the status is accepted. In statuses, accounts migrated
 * to private ids are no longer addressed by number: such an account can't list anyone by number, and no one can list it
 * by number.
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
 * Whether anyone can see an accepted status. A new status from an account migrated to private ids must specify its
 * audience, or it reaches no one. Changes to an earlier status don't need to.
 */
export function isShown({ transaction, owner, stanza }: Incoming): boolean {
  if (stanza.attrs.edit !== undefined || !transaction.store.profiles.usesPrivateIds(owner.phone)) return true;
  return child(stanza, "meta")?.attrs.status_setting !== undefined;
}
