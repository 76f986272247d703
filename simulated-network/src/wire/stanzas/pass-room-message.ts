import type { BinaryNode } from "@whiskeysockets/baileys";
import { type DeviceAddress, deviceKey, parseAddress } from "../../format/addresses.ts";
import { child, children, node } from "../../format/nodes.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import { handOver } from "../../world/messages/arriving/hand-over.ts";
import { overhear } from "../../world/messages/arriving/take-room-message.ts";
import { roomStanza } from "../../world/messages/room-stanza.ts";
import { deviceAt } from "../../world/people/device-at.ts";
import { type Room, STATUS_ROOM } from "../../world/people/room.ts";
import type { Incoming } from "../connection/incoming.ts";

/**
 * Passes a linked device's message on to a group. Each device receives the part for everyone, along with its own part
 * if there is one.
 */
export async function passGroupMessage(incoming: Incoming, group: Group): Promise<void> {
  const { transaction, device, stanza } = incoming;
  const toOne = deviceAt(transaction, parseAddress(stanza.attrs.participant));
  if (toOne) {
    await passTo(incoming, group, toOne.device, children(stanza, "enc"));
    return;
  }
  const own = new Map(ownParts(incoming).map(({ target, enc }) => [deviceKey(target), enc]));
  const forAll = children(stanza, "enc");
  for (const { phone } of transaction.store.members.of(group.id)) {
    const devices = [{ phone, device: 0 }, ...transaction.store.devices.of(phone)];
    for (const target of devices) {
      if (deviceKey(target) === deviceKey(device)) continue;
      const key = own.get(deviceKey(target));
      await passTo(incoming, group, target, key ? [key, ...forAll] : forAll);
    }
  }
  if (incoming.world.faults.isOn("leak_group_messages")) await leak(incoming, group, own);
}

/** Lets people who have left the group receive the message, along with the part for their own phone if there is one. */
async function leak(incoming: Incoming, group: Group, own: ReadonlyMap<string, BinaryNode>): Promise<void> {
  const { world, transaction, stanza } = incoming;
  for (const phone of transaction.store.departures.of(group.id)) {
    const person = transaction.store.people.byPhone(phone);
    const key = own.get(deviceKey({ phone, device: 0 }));
    const copy = copyOf(incoming, group, [...(key ? [key] : []), ...children(stanza, "enc")]);
    if (person) await overhear(world, transaction, person, group, copy);
  }
}

/**
 * Forwards a linked device's status to the recipients listed in it, except those who have blocked the account's owner.
 */
export async function passStatus(incoming: Incoming): Promise<void> {
  const { transaction, owner, device, stanza } = incoming;
  const forAll = children(stanza, "enc");
  for (const { target, enc } of ownParts(incoming)) {
    const isBlocked = transaction.store.account.blockedBy(target.phone).includes(owner.phone);
    if (isBlocked || deviceKey(target) === deviceKey(device)) continue;
    await passTo(incoming, STATUS_ROOM, target, [enc, ...forAll]);
  }
}

/** Returns the parts meant for individual devices, which usually contain the key to the part for everyone. */
function ownParts({ transaction, stanza }: Incoming): { target: DeviceAddress; enc: BinaryNode }[] {
  return children(child(stanza, "participants") ?? node("participants"), "to").flatMap((entry) => {
    const found = deviceAt(transaction, parseAddress(entry.attrs.jid));
    const enc = child(entry, "enc");
    return found && enc ? [{ target: found.device, enc }] : [];
  });
}

async function passTo(incoming: Incoming, room: Room, target: DeviceAddress, content: BinaryNode[]): Promise<void> {
  const { world, transaction, device, stanza } = incoming;
  const id = stanza.attrs.id ?? "";
  const member = transaction.store.people.byPhone(target.phone);
  if (!member || transaction.store.copies.wasPassed(device, id, target)) return;
  const copy = copyOf(incoming, room, content);
  if (await handOver(world, transaction, member, target.device, copy))
    transaction.store.copies.markPassed(device, id, target);
}

function copyOf({ transaction, owner, device, stanza }: Incoming, room: Room, content: BinaryNode[]): BinaryNode {
  const identity = child(stanza, "device-identity");
  return roomStanza({
    id: stanza.attrs.id ?? "",
    room,
    author: owner,
    authorDevice: device.device,
    at: transaction.now,
    attributes: { type: stanza.attrs.type, edit: stanza.attrs.edit },
    content: identity ? [...content, identity] : content,
  });
}
