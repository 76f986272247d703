import { parseAddress } from "../../format/addresses.ts";
import { child } from "../../format/nodes.ts";
import { unlinkDevice } from "../../world/linking/unlink-device.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** Logs out the requesting device, or another device of the same account. */
export function removeCompanionDevice({ world, transaction, owner, stanza }: Incoming): void {
  const address = parseAddress(child(stanza, "remove-companion-device")?.attrs.jid);
  const person = transaction.store.people.at(address);
  if (!address || person?.phone !== owner.phone) throw new IqError(403, "forbidden");
  unlinkDevice(world, transaction, owner, address.device);
}
