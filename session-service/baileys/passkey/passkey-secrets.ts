import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { bytesToCrockford, Curve, proto } from "@whiskeysockets/baileys";

const KEY_BYTES = 32;
const IV_BYTES = 12;
/** 40 bits, which produce the eight characters that are compared on both sides. */
const CODE_BYTES = 5;
const CHARS_A_PART = 4;

/** Our side of one answer to a demand: a key pair and a random value, each used only once. */
export interface Signing {
  readonly keys: { readonly private: Uint8Array; readonly public: Uint8Array };
  readonly nonce: Buffer;
  /** The network's reference for this answer. */
  readonly ref: string;
  readonly deviceType: number;
  /** The data sent with the passkey's signature: our public key, and a commitment to the random value. */
  readonly prologue: Uint8Array;
}

/** The phone's public key and random value, 32 bytes each. */
export interface PhoneSide {
  readonly publicKey: Uint8Array;
  readonly nonce: Uint8Array;
}

/** Starts answering a demand. @param deviceType the network's number for the platform that we registered as. */
export function beginSigning(ref: string, deviceType: number): Signing {
  const keys = Curve.generateKeyPair();
  const nonce = randomBytes(KEY_BYTES);
  const identity = proto.CompanionEphemeralIdentity.encode({ publicKey: keys.public, deviceType, ref }).finish();
  const hash = sha256(identity, nonce);
  const prologue = proto.ProloguePayload.encode({
    companionEphemeralIdentity: identity,
    commitment: { hash },
  }).finish();
  return { keys, nonce, ref, deviceType, prologue };
}

/**
 * Proves to the phone that we have the secret from the code that it scanned, so there is no need to compare codes by
 * hand.
 * @param secret the link secret at the time of the demand.
 */
export function handoffProof(secret: Uint8Array, prologue: Uint8Array): Buffer {
  const key = hkdf(secret, "", "shortcake-passkey-handoff-v1");
  return createHmac("sha256", key).update(prologue).digest();
}

/** @throws if the bytes do not contain the phone's public key and random value. */
export function readPhoneSide(bytes: Uint8Array): PhoneSide {
  const { publicKey, nonce } = proto.PrimaryEphemeralIdentity.decode(bytes);
  if (publicKey?.length !== KEY_BYTES || nonce?.length !== KEY_BYTES) {
    throw new Error("The phone's response for a link by passkey does not have the expected form.");
  }
  return { publicKey, nonce };
}

/** Returns the code that the phone also displays, such as `ABCD-1234`. */
export function codeToCompare({ nonce }: Signing, phone: PhoneSide): string {
  const digest = sha256(nonce, phone.publicKey);
  const bytes = Buffer.from(phone.nonce.subarray(0, CODE_BYTES).map((byte, at) => byte ^ (digest[at] ?? 0)));
  const code = bytesToCrockford(bytes);
  return `${code.slice(0, CHARS_A_PART)}-${code.slice(CHARS_A_PART)}`;
}

/** Encrypts our keys and the new link secret so that only the phone can decrypt them. */
export function sealedRequest(
  { keys, deviceType, ref }: Signing,
  phone: PhoneSide,
  ours: { noiseKey: Uint8Array; identityKey: Uint8Array; secret: Uint8Array },
): Uint8Array {
  const shared = Curve.sharedKey(keys.private, phone.publicKey);
  const key = hkdf(shared, `Companion Pairing ${deviceType} with ref ${ref}`, "Pairing Information Encryption Key");
  const request = proto.PairingRequest.encode({
    companionPublicKey: ours.noiseKey,
    companionIdentityKey: ours.identityKey,
    advSecret: ours.secret,
  }).finish();
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const encryptedPayload = Buffer.concat([cipher.update(request), cipher.final(), cipher.getAuthTag()]);
  return proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish();
}

const hkdf = (from: Uint8Array, salt: string, info: string) =>
  Buffer.from(hkdfSync("sha256", from, salt, info, KEY_BYTES));

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
