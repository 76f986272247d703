import { randomUUID } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { post } from "../../delivery/post.ts";
import { type DeviceAddress, parseAddress, SERVER } from "../../format/addresses.ts";
import { child, childBytes, children, node, numberBytes } from "../../format/nodes.ts";
import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { bundleNodes, deviceBundle, phoneBundle, readKey } from "../../world/signal/key-bundle.ts";
import type { World } from "../../world/world.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** When a device has fewer one-time keys than this, the server requests more. */
const FEW_KEYS = 5;

/** Returns the number of one-time keys that the device has left. */
export function countKeys({ transaction, device }: Incoming): BinaryNode[] {
  return [node("count", { value: transaction.store.signalKeys.countOneTimeKeys(device) })];
}

/** Stores the keys that a device uploaded. */
export function uploadKeys({ transaction, device, stanza }: Incoming): void {
  for (const entry of children(child(stanza, "list") ?? node("list"), "key")) {
    const key = readKey(entry);
    if (!key) throw new IqError(400, "bad-request");
    transaction.store.signalKeys.addOneTimeKey(device, key);
  }
  transaction.store.devices.replaceSignedKey(device, signedKey(child(stanza, "skey")));
}

/** Replaces a device's signed key. */
export function rotateSignedKey({ transaction, device, stanza }: Incoming): void {
  transaction.store.devices.replaceSignedKey(device, signedKey(child(child(stanza, "rotate"), "skey")));
}

/** Returns a digest of the device's keys. Clients only check that a digest exists. */
export function digestKeys({ device }: Incoming): BinaryNode[] {
  const { registrationId, identityKey, signedPreKey } = device;
  return [
    node("digest", {}, [
      node("registration", {}, numberBytes(registrationId, 4)),
      node("identity", {}, identityKey),
      node("skey", {}, [node("id", {}, numberBytes(signedPreKey.id, 3))]),
    ]),
  ];
}

/** Returns the key bundles that a client needs to send messages to devices. */
export function giveKeys({ world, transaction, stanza }: Incoming): BinaryNode[] {
  const users = children(child(stanza, "key") ?? node("key"), "user").map(({ attrs }) => {
    const bundle = bundleAt(world, transaction, attrs.jid);
    return bundle
      ? node("user", { jid: attrs.jid }, bundleNodes(bundle))
      : node("user", { jid: attrs.jid }, [node("error", { code: 404, text: "item-not-found" })]);
  });
  return [node("list", {}, users)];
}

function bundleAt(world: World, transaction: Transaction, jid: string | undefined) {
  const address = parseAddress(jid);
  const { people } = transaction.store;
  const person = people.at(address) ?? people.inOtherForm(address);
  if (!person || !address) return null;
  if (address.device === 0) return phoneBundle(transaction, person);
  const device = transaction.store.devices.find({ phone: person.phone, device: address.device });
  if (!device) return null;
  const bundle = deviceBundle(transaction, device);
  askForMoreKeys(world, transaction, device);
  return bundle;
}

/** Requests more one-time keys from a device, unless an earlier request is still unacknowledged. */
function askForMoreKeys(world: World, transaction: Transaction, device: DeviceAddress): void {
  const left = transaction.store.signalKeys.countOneTimeKeys(device);
  if (left >= FEW_KEYS || transaction.store.waiting.isWaiting(device, "notification", "encrypt")) return;
  const attributes = {
    from: SERVER,
    type: "encrypt",
    id: randomUUID(),
    t: Math.floor(transaction.now.getTime() / 1000),
  };
  post(world, transaction, device, node("notification", attributes, [node("count", { value: left })]), {
    class: "notification",
    type: "encrypt",
  });
}

function signedKey(skey: BinaryNode | null): LinkedDevice["signedPreKey"] {
  const key = readKey(skey);
  const signature = childBytes(skey, "signature");
  if (!key || signature?.length !== 64) throw new IqError(400, "bad-request");
  return { ...key, signature };
}
