import type { BinaryNode } from "@whiskeysockets/baileys";
import { LID_SERVER, parseAddress, personAddress } from "../../format/addresses.ts";
import { child, node } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { block } from "../../world/settings/block.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** Returns the people whom the account has blocked, by private ID. */
export function showBlockList({ transaction, owner }: Incoming): BinaryNode[] {
  const items = transaction.store.account.blockedBy(owner.phone).flatMap((phone) => {
    const person = transaction.store.people.byPhone(phone);
    return person ? [node("item", { jid: personAddress(person, "lid") })] : [];
  });
  return [node("list", {}, items)];
}

/** The attributes that can identify a person to block. A device sends one of them together with the private ID. */
const IDENTIFIERS = ["pn_jid", "username", "display_name", "unknown_identifier"];

/** Blocks or unblocks a person by private id. Blocking also requires exactly one more identifier. */
export function changeBlockList({ world, transaction, owner, device, stanza }: Incoming): void {
  const { action, jid, ...others } = child(stanza, "item")?.attrs ?? {};
  const address = parseAddress(jid);
  if (address?.server !== LID_SERVER) throw new IqError(400, "bad-request");
  const person = transaction.store.people.at(address);
  if (!person) throw new IqError(404, "item-not-found");
  const isNamed = isIdentified(transaction, person, others);
  const isSound = action === "unblock" || (action === "block" && isNamed && person.phone !== owner.phone);
  if (!isSound) throw new IqError(400, "bad-request");
  block(world, transaction, owner, person, action, device.device);
}

function isIdentified(transaction: Transaction, person: Person, attributes: Readonly<Record<string, string>>): boolean {
  const given = IDENTIFIERS.filter((name) => attributes[name]);
  if (given.length !== 1) return false;
  const { pn_jid, unknown_identifier } = attributes;
  if (pn_jid) return transaction.store.people.at(parseAddress(pn_jid))?.phone === person.phone;
  return !unknown_identifier || unknown_identifier === "true";
}
