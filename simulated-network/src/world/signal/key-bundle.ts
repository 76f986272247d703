import type { BinaryNode } from "@whiskeysockets/baileys";
import { newCurveKeys } from "../../format/curve-keys.ts";
import { CURVE_KEY_TYPE } from "../../format/key-type.ts";
import { child, childBytes, childNumber, node, numberBytes } from "../../format/nodes.ts";
import type { LinkedDevice } from "../../store/devices-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { OneTimeKey } from "../../store/signal-keys-table.ts";
import type { Transaction } from "../../store/transactions.ts";

/** The keys needed to start a Signal session with a device. Each is 32 raw bytes. */
export interface KeyBundle {
  readonly registrationId: number;
  readonly identityKey: Buffer;
  readonly signedPreKey: { readonly id: number; readonly publicKey: Buffer; readonly signature: Buffer };
  readonly oneTimeKey: OneTimeKey | null;
}

/** Returns a phone's key bundle. A new one-time key is created for each bundle, so phones never run out of keys. */
export function phoneBundle(transaction: Transaction, person: Person): KeyBundle {
  const keys = newCurveKeys();
  const oneTimeKey = { id: transaction.store.people.takeOneTimeKeyId(person.phone), publicKey: keys.public };
  transaction.store.signalKeys.addOneTimeKey({ phone: person.phone, device: 0 }, oneTimeKey, keys.private);
  return {
    registrationId: person.registrationId,
    identityKey: person.identity.public,
    signedPreKey: {
      id: person.signedPreKey.id,
      publicKey: person.signedPreKey.keys.public,
      signature: person.signedPreKey.signature,
    },
    oneTimeKey,
  };
}

/**
 * Returns a linked device's key bundle. It includes one of the one-time keys that the device uploaded, if any are left.
 */
export function deviceBundle(transaction: Transaction, device: LinkedDevice): KeyBundle {
  return {
    registrationId: device.registrationId,
    identityKey: device.identityKey,
    signedPreKey: device.signedPreKey,
    oneTimeKey: transaction.store.signalKeys.takeOneTimeKey(device),
  };
}

/** Returns the parts of a bundle as nodes, for the answer to a key query. */
export function bundleNodes(bundle: KeyBundle): BinaryNode[] {
  return [node("registration", {}, numberBytes(bundle.registrationId, 4)), ...bundleKeyNodes(bundle)];
}

/** Returns the parts of a bundle without the registration id, which a retry receipt carries separately. */
export function bundleKeyNodes({ identityKey, signedPreKey, oneTimeKey }: KeyBundle): BinaryNode[] {
  const nodes = [
    node("type", {}, CURVE_KEY_TYPE),
    node("identity", {}, identityKey),
    node("skey", {}, [...keyNodes(signedPreKey), node("signature", {}, signedPreKey.signature)]),
  ];
  return oneTimeKey ? [...nodes, node("key", {}, keyNodes(oneTimeKey))] : nodes;
}

/** Returns the bundle that a device includes in its second request for a copy, or null if the request has none. */
export function bundleInRetry(receipt: BinaryNode): KeyBundle | null {
  const keys = child(receipt, "keys");
  const registrationId = childNumber(receipt, "registration");
  const identityKey = childBytes(keys, "identity");
  const signedKey = child(keys, "skey");
  const signature = childBytes(signedKey, "signature");
  const signed = readKey(signedKey);
  if (registrationId === null || !identityKey || !signed || !signature) return null;
  return {
    registrationId,
    identityKey,
    signedPreKey: { ...signed, signature },
    oneTimeKey: readKey(child(keys, "key")),
  };
}

/** Parses the number and value of a key node. Returns null if the node is incomplete. */
export function readKey(key: BinaryNode | null): OneTimeKey | null {
  const id = childNumber(key, "id");
  const publicKey = childBytes(key, "value");
  return id === null || publicKey?.length !== 32 ? null : { id, publicKey };
}

function keyNodes({ id, publicKey }: OneTimeKey): BinaryNode[] {
  return [node("id", {}, numberBytes(id, 3)), node("value", {}, publicKey)];
}
