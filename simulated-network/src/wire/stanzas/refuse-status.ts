import { PHONE_SERVER, parseAddress } from "../../format/addresses.ts";
import { child, children, node } from "../../format/nodes.ts";
import type { Incoming } from "../connection/incoming.ts";

/** The network's code for a stanza that it does not understand. */
const INVALID_STANZA = 479;

/**
 * Returns the network's code with which a status is refused; null if it is accepted. For statuses, accounts that were
 * migrated to private ids are no longer addressed by number. Such an account can't list anyone by number, and nobody
 * can list it by number.
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
 * Whether an accepted status is shown to anyone. A new status of an account that was migrated to private ids must state
 * its audience; otherwise nobody receives it. Changes to an earlier status don't need to state it.
 */
export function isShown({ transaction, owner, stanza }: Incoming): boolean {
  if (stanza.attrs.edit !== undefined || !transaction.store.profiles.usesPrivateIds(owner.phone)) return true;
  return child(stanza, "meta")?.attrs.status_setting !== undefined;
}
