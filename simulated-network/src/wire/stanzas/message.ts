import type { BinaryNode } from "@whiskeysockets/baileys";
import {
  type AddressForm,
  CHANNEL_SERVER,
  LID_SERVER,
  type ParsedAddress,
  PHONE_SERVER,
  parseAddress,
} from "../../format/addresses.ts";
import { child, children, node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import { mayWrite } from "../../world/groups/permissions.ts";
import { handOver } from "../../world/messages/arriving/hand-over.ts";
import { messageStanza } from "../../world/messages/message-stanza.ts";
import { deviceAt } from "../../world/people/device-at.ts";
import { STATUS_ROOM } from "../../world/people/room.ts";
import { countNewChat } from "../../world/standing/quota.ts";
import { answer, type Incoming } from "../connection/incoming.ts";
import { passChannelMessage } from "./pass-channel-message.ts";
import { passGroupMessage, passStatus } from "./pass-room-message.ts";
import { refusalOf, strangerOf } from "./refuse-message.ts";
import { isShown, statusRefusalOf } from "./refuse-status.ts";

/** An encrypted copy of a message, and the device it is meant for. */
interface Copy {
  readonly person: Person;
  readonly device: number;
  readonly enc: BinaryNode;
}

/** The network's code for a message to an unsupported kind of address. */
const NOT_ACCEPTABLE = 406;

/** The network's code for a message to a group in which its sender isn't allowed to write. */
const NOT_ALLOWED = 403;

/** Acknowledges a message from a linked device, then forwards each copy to its device. */
export async function handleMessage(incoming: Incoming): Promise<void> {
  const { world, transaction, stanza } = incoming;
  if (world.faults.isOn("swallow_messages")) return;
  const refusal = refusalOf(incoming);
  if (refusal !== null) return acknowledgeMessage(incoming, refusal);
  if (stanza.attrs.to === STATUS_ROOM.id) {
    const statusRefusal = statusRefusalOf(incoming);
    acknowledgeMessage(incoming, statusRefusal ?? undefined);
    if (statusRefusal === null && isShown(incoming)) await passStatus(incoming);
    return;
  }
  const group = transaction.store.groups.find(stanza.attrs.to ?? "");
  if (group) {
    if (!mayWrite(transaction, group, incoming.owner.phone)) return acknowledgeMessage(incoming, NOT_ALLOWED);
    acknowledgeMessage(incoming);
    await passGroupMessage(incoming, group);
    return;
  }
  const to = parseAddress(stanza.attrs.to);
  if (to?.server === CHANNEL_SERVER) return passChannelMessage(incoming);
  if (to?.server !== PHONE_SERVER && to?.server !== LID_SERVER) {
    world.log("message_to_unserved_address", { server: to?.server ?? "none" });
    acknowledgeMessage(incoming, NOT_ACCEPTABLE);
    return;
  }
  if (strangerOf(incoming)) countNewChat(world, transaction, incoming.owner);
  acknowledgeMessage(incoming);
  for (const copy of copiesOf(incoming, to)) await passCopy(incoming, to, copy);
}

function acknowledgeMessage(incoming: Incoming, error?: number): void {
  const { world, transaction, stanza } = incoming;
  if (world.faults.isOn("lose_acks")) return;
  const { id, to } = stanza.attrs;
  answer(incoming, node("ack", { class: "message", id, from: to, t: seconds(transaction.now), error }));
}

/**
 * Returns a message's copies, usually from a list. A message between the owner's devices, or a message resent to a
 * single device, has only one copy.
 */
function copiesOf({ transaction, stanza }: Incoming, to: ParsedAddress): Copy[] {
  const listed = children(child(stanza, "participants") ?? node("participants"), "to").map((entry) => ({
    address: parseAddress(entry.attrs.jid),
    enc: child(entry, "enc"),
  }));
  return [...listed, { address: to, enc: child(stanza, "enc") }].flatMap(({ address, enc }) => {
    const target = deviceAt(transaction, address);
    return target && enc ? [{ person: target.person, device: target.device.device, enc }] : [];
  });
}

async function passCopy(incoming: Incoming, to: ParsedAddress, copy: Copy): Promise<void> {
  const { world, transaction, owner, device, stanza } = incoming;
  const id = stanza.attrs.id ?? "";
  const target = { phone: copy.person.phone, device: copy.device };
  // A client that missed the acknowledgement resends the message with the same ID. People who already have the message
  // must not receive it twice.
  if (transaction.store.copies.wasPassed(device, id, target)) return;
  if (transaction.store.account.blockedBy(copy.person.phone).includes(owner.phone)) return;
  if (await handOver(world, transaction, copy.person, copy.device, stanzaFor(incoming, to, copy))) {
    transaction.store.copies.markPassed(device, id, target);
  }
}

function stanzaFor({ transaction, owner, device, stanza }: Incoming, to: ParsedAddress, copy: Copy): BinaryNode {
  const { id = "", type, edit, category, recipient } = stanza.attrs;
  const form: AddressForm = to.server === LID_SERVER || owner.hide_number ? "lid" : "pn";
  const identity = child(stanza, "device-identity");
  const chat = transaction.store.people.at(recipient ? parseAddress(recipient) : to) ?? copy.person;
  return messageStanza(
    {
      id,
      author: owner,
      authorDevice: device.device,
      chat,
      form,
      at: transaction.now,
      attributes: { type, edit, category },
      content: identity ? [copy.enc, identity] : [copy.enc],
    },
    copy.person,
  );
}
