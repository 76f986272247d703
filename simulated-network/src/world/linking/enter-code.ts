import { createDecipheriv, hkdfSync, randomUUID } from "node:crypto";
import { type BinaryNode, Curve } from "@whiskeysockets/baileys";
import { SERVER } from "../../format/addresses.ts";
import { newCurveKeys } from "../../format/curve-keys.ts";
import { child, childBytes, node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { World } from "../world.ts";
import { type LinkOutcome, linkDevice } from "./link-device.ts";
import type { CodeRequest, WaitingClient } from "./pairing-desk.ts";
import { unwrapKey, wrapKey } from "./wrapped-key.ts";

/** How long a client has to answer before linking fails. */
const REPLY_WITHIN_MS = 20_000;
const SALT_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Types the code shown by a device, on behalf of the phone's owner. If the code is right, both sides compute the same
 * secret, and the phone links the device as after a scan.
 */
export async function enterCode(
  world: World,
  owner: Person,
  client: WaitingClient,
  request: CodeRequest,
  code: string,
): Promise<LinkOutcome | { readonly kind: "wrong_code" }> {
  if (client.onReply || client.onFinish) return { kind: "busy" };
  const companionKey = unwrapKey(code, request.wrappedKey);
  if (!companionKey) return { kind: "refused" };
  const keys = newCurveKeys();
  const finished = waitForFinish(client);
  const hello = node("link_code_companion_reg", { stage: "primary_hello" }, [
    node("link_code_pairing_wrapped_primary_ephemeral_pub", {}, wrapKey(code, keys.public)),
    node("primary_identity_pub", {}, owner.identity.public),
    node("link_code_pairing_ref", {}, request.ref),
  ]);
  const attributes = { from: SERVER, type: "link_code_companion_reg", id: randomUUID(), t: seconds(world.clock.now()) };
  client.connection.write(node("notification", attributes, [hello]));
  const finish = await finished;
  if (!finish) return { kind: "no_reply" };
  const shared = Buffer.from(Curve.sharedKey(keys.private, companionKey));
  const advSecret = secretOf(owner, shared, finish);
  return advSecret ? linkDevice(world, owner.phone, client, advSecret) : { kind: "wrong_code" };
}

/**
 * Computes the shared secret. @returns null if the device computed a different secret, which means that the code was
 * wrong.
 */
function secretOf(owner: Person, shared: Buffer, finish: BinaryNode): Buffer | null {
  const bundle = childBytes(finish, "link_code_pairing_wrapped_key_bundle");
  const companionIdentity = childBytes(finish, "companion_identity_public");
  if (!bundle || !companionIdentity) return null;
  const salt = bundle.subarray(0, SALT_BYTES);
  const iv = bundle.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES);
  const info = "link_code_pairing_key_bundle_encryption_key";
  const key = Buffer.from(hkdfSync("sha256", shared, salt, info, 32));
  const decipher = createDecipheriv("aes-256-gcm", key, iv).setAuthTag(bundle.subarray(-TAG_BYTES));
  try {
    const plain = Buffer.concat([
      decipher.update(bundle.subarray(SALT_BYTES + IV_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
    // The device's random value comes after the two identities.
    const random = plain.subarray(64, 96);
    const identities = Buffer.from(Curve.sharedKey(owner.identity.private, companionIdentity));
    const material = Buffer.concat([shared, identities, random]);
    return Buffer.from(hkdfSync("sha256", material, Buffer.alloc(0), "adv_secret", 32));
  } catch {
    return null;
  }
}

/**
 * Waits for the device's last message. @returns null if the device disconnected or did not answer before the timeout.
 */
function waitForFinish(client: WaitingClient): Promise<BinaryNode | null> {
  return new Promise((resolve) => {
    const done = (finish: BinaryNode | null) => {
      clearTimeout(timer);
      client.onFinish = null;
      resolve(finish && child(finish, "link_code_companion_reg"));
    };
    const timer = setTimeout(() => done(null), REPLY_WITHIN_MS);
    client.onFinish = done;
  });
}
