import type { BinaryNode } from "@whiskeysockets/baileys";
import { parseAddress, personAddress } from "../../format/addresses.ts";
import { child, node } from "../../format/nodes.ts";
import { block } from "../../world/settings/block.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** Whom the account has blocked, by private id. */
export function showBlockList({ transaction, owner }: Incoming): BinaryNode[] {
  const items = transaction.store.account.blockedBy(owner.phone).flatMap((phone) => {
    const person = transaction.store.people.byPhone(phone);
    return person ? [node("item", { jid: personAddress(person, "lid") })] : [];
  });
  return [node("list", {}, items)];
}

/** Blocks or unblocks a person. */
export function changeBlockList({ world, transaction, owner, device, stanza }: Incoming): void {
  const item = child(stanza, "item");
  const action = item?.attrs.action;
  const person = transaction.store.people.at(parseAddress(item?.attrs.jid));
  if (!person) throw new IqError(404, "item-not-found");
  if (action !== "block" && action !== "unblock") throw new IqError(400, "bad-request");
  block(world, transaction, owner, person, action, device.device);
}
