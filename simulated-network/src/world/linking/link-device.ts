import { randomUUID } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { type DeviceAddress, deviceAddress, SERVER } from "../../format/addresses.ts";
import { child, childBytes, node, seconds } from "../../format/nodes.ts";
import type { World } from "../world.ts";
import { announceDevice } from "./announce-device.ts";
import { isSignedByDevice, signDeviceIdentity } from "./device-identity.ts";
import type { WaitingClient } from "./pairing-desk.ts";
import { PasskeyDemand } from "./passkey-demand.ts";

/** How long a client has to answer before linking fails. */
const REPLY_WITHIN_MS = 20_000;
/** Tells the client to reconnect. This is the last step of linking. */
const RESTART_REQUIRED = node("stream:error", { code: 515 });

/** The platform of an ordinary phone. Business phones have a different platform. */
const ANDROID = node("platform", { name: "android" });

/** The outcome of a linking attempt. */
export type LinkOutcome =
  | { readonly kind: "linked"; readonly device: DeviceAddress }
  | { readonly kind: "busy" }
  | { readonly kind: "no_reply" }
  /** The owner's passkey has to sign before linking is completed. */
  | { readonly kind: "passkey" }
  | { readonly kind: "refused" };

/**
 * Links a client to a phone. The phone signs the client's identity, and the client signs in return. Only then does the
 * device exist.
 *
 * @param advSecret the secret shared by the phone and the client, from the scanned or typed code.
 * @param hasPasskey whether the owner's passkey has already signed.
 */
export async function linkDevice(
  world: World,
  phone: string,
  client: WaitingClient,
  advSecret: Buffer,
  hasPasskey = false,
): Promise<LinkOutcome> {
  if (client.onReply) return { kind: "busy" };
  if (world.faults.isOn("refresh_link_secret") && !client.wasRefreshed) {
    client.wasRefreshed = true;
    const attributes = { from: SERVER, type: "companion_reg_refresh", id: randomUUID(), t: seconds(world.clock.now()) };
    client.connection.write(node("notification", attributes));
    return { kind: "refused" };
  }
  if (world.faults.isOn("require_passkey") && !hasPasskey) {
    const owner = await world.transactions.run((transaction) => transaction.store.people.byPhone(phone));
    if (!owner) throw new Error("Only a known person can link a device.");
    client.passkey = new PasskeyDemand(owner, client, advSecret, (secret) => {
      client.passkey = null;
      // As after a scan, a client that disconnects in the meantime isn't linked.
      void linkDevice(world, phone, client, secret, true);
    });
    client.passkey.send(world.clock.now());
    return { kind: "passkey" };
  }
  const reply = waitForReply(client);
  const { registration, connection } = client;
  const { owner, device, details } = await world.transactions.run((transaction) => {
    const person = transaction.store.people.byPhone(phone);
    if (!person) throw new Error("Only a known person can link a device.");
    const number = transaction.store.people.takeDeviceNumber(phone);
    const isBusiness = transaction.store.profiles.isBusiness(phone);
    const identity = signDeviceIdentity(person, registration.identityKey, number, advSecret, transaction.now);
    const pairing = node("pair-success", {}, [
      node("device-identity", {}, identity.sealed),
      node("device", { jid: deviceAddress(person, number, "pn"), lid: deviceAddress(person, number, "lid") }),
      ...(isBusiness ? [node("platform", { name: "smba" }), node("biz", { name: person.name })] : [ANDROID]),
    ]);
    const attributes = { from: SERVER, type: "set", xmlns: "md", id: randomUUID(), t: seconds(transaction.now) };
    transaction.afterCommit(() => connection.write(node("iq", attributes, [pairing])));
    return { owner: person, device: { phone, device: number }, details: identity.details };
  });
  const signed = await reply;
  if (!signed) return { kind: "no_reply" };
  const statement = childBytes(child(signed, "pair-device-sign"), "device-identity");
  if (!isSignedByDevice(owner, registration.identityKey, details, statement)) return { kind: "refused" };
  await world.transactions.run((transaction) => {
    transaction.store.devices.add({
      ...device,
      noiseKey: client.noiseKey,
      identityKey: registration.identityKey,
      registrationId: registration.registrationId,
      signedPreKey: registration.signedPreKey,
      greeted: false,
      linkedAt: transaction.now,
    });
    announceDevice(world, transaction, owner, "add", device.device);
    transaction.afterCommit(() => connection.end(RESTART_REQUIRED));
  });
  return { kind: "linked", device };
}

/**
 * Waits for the client's signed reply. @returns null if the client disconnected or did not reply before the timeout.
 */
function waitForReply(client: WaitingClient): Promise<BinaryNode | null> {
  return new Promise((resolve) => {
    const finish = (reply: BinaryNode | null) => {
      clearTimeout(timer);
      client.onReply = null;
      resolve(reply);
    };
    const timer = setTimeout(() => finish(null), REPLY_WITHIN_MS);
    client.onReply = finish;
  });
}
