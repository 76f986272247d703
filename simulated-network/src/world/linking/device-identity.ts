import { createHmac, randomInt } from "node:crypto";
import { Curve, proto } from "@whiskeysockets/baileys";
import { seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";

const ACCOUNT_SIGNATURE = Buffer.from([6, 0]);
const DEVICE_SIGNATURE = Buffer.from([6, 1]);

/** The statement "this device is mine", signed by a phone when it links a device. */
export interface SignedIdentity {
  /** The statement's content: exactly the bytes that were signed. */
  readonly details: Buffer;
  /** The signed statement as sent to the device, authenticated with the secret from the QR code. */
  readonly sealed: Buffer;
}

/**
 * Signs the statement for a device. @param advSecret the secret from the QR code, which proves to the device that the
 * phone has seen the code.
 */
export function signDeviceIdentity(
  owner: Person,
  companionIdentity: Buffer,
  keyIndex: number,
  advSecret: Buffer,
  now: Date,
): SignedIdentity {
  const identity = { rawId: randomInt(1, 2 ** 31), timestamp: seconds(now), keyIndex, accountType: 0, deviceType: 0 };
  const details = Buffer.from(proto.ADVDeviceIdentity.encode(identity).finish());
  const accountSignature = Curve.sign(
    owner.identity.private,
    Buffer.concat([ACCOUNT_SIGNATURE, details, companionIdentity]),
  );
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: owner.identity.public,
    accountSignature,
  }).finish();
  const hmac = createHmac("sha256", advSecret).update(signed).digest();
  const sealed = Buffer.from(proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish());
  return { details, sealed };
}

/** Whether the device's signature on the statement is valid, which proves that the device has its identity key. */
export function isSignedByDevice(
  owner: Person,
  companionIdentity: Buffer,
  details: Buffer,
  reply: Uint8Array | null,
): boolean {
  if (!reply) return false;
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(reply);
  if (!deviceSignature?.length) return false;
  const signed = Buffer.concat([DEVICE_SIGNATURE, details, companionIdentity, owner.identity.public]);
  return Curve.verify(companionIdentity, signed, deviceSignature);
}
