import { randomUUID } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { parseAddress, personAddress } from "../addresses.ts";
import { post } from "../delivery/post.ts";
import { child, node, seconds } from "../nodes.ts";
import type { Incoming } from "../stanzas/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** Whom the account has blocked, by private id. */
export function showBlockList({ turn, owner }: Incoming): BinaryNode[] {
  const items = turn.store.account.blockedBy(owner.phone).flatMap((phone) => {
    const person = turn.store.people.byPhone(phone);
    return person ? [node("item", { jid: personAddress(person, "lid") })] : [];
  });
  return [node("list", {}, items)];
}

/** Blocks or unblocks a person, and tells the account's other devices. */
export function changeBlockList({ world, turn, owner, device, stanza }: Incoming): void {
  const item = child(stanza, "item");
  const action = item?.attrs.action;
  const person = turn.store.people.at(parseAddress(item?.attrs.jid));
  if (!person) throw new IqError(404, "item-not-found");
  if (action === "block") turn.store.account.block(owner.phone, person.phone);
  else if (action === "unblock") turn.store.account.unblock(owner.phone, person.phone);
  else throw new IqError(400, "bad-request");
  for (const other of turn.store.devices.of(owner.phone)) {
    if (other.device === device.device) continue;
    const change = node("item", { jid: personAddress(person, "lid"), action });
    const attributes = {
      from: personAddress(owner, "pn"),
      type: "account_sync",
      id: randomUUID(),
      t: seconds(turn.now),
    };
    post(world, turn, other, node("notification", attributes, [node("blocklist", {}, [change])]), {
      class: "notification",
      type: "account_sync",
    });
  }
}
