import { createPrivateKey, createPublicKey } from "node:crypto";
import { Curve } from "@whiskeysockets/baileys";

/** An X25519 key pair. Both keys are 32 raw bytes without a type prefix. */
export interface CurveKeyPair {
  readonly private: Buffer;
  readonly public: Buffer;
}

/** The DER prefix that node:crypto requires before a raw X25519 private key. */
const PRIVATE_KEY_DER = Buffer.from("302e020100300506032b656e04220420", "hex");
const PUBLIC_KEY_DER_BYTES = 12;

/** Generates a random key pair. */
export function newCurveKeys(): CurveKeyPair {
  const pair = Curve.generateKeyPair();
  return { private: Buffer.from(pair.private), public: Buffer.from(pair.public) };
}

/** Derives the key pair from a 32-byte private key. */
export function curveKeysFrom(privateKey: Buffer): CurveKeyPair {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_DER, privateKey]), format: "der", type: "pkcs8" });
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  return { private: privateKey, public: der.subarray(PUBLIC_KEY_DER_BYTES) };
}
