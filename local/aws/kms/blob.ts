import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { AwsError } from "../service/aws-error.ts";
import type { KmsKey } from "./keys.ts";

const ID_BYTES = 36;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with AES-256-GCM. @param context is authenticated. @returns the key id, nonce, ciphertext and tag, in
 * base64.
 */
export function sealBlob(key: KmsKey, clear: Buffer, context: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key.material, "base64"), nonce).setAAD(context);
  const sealed = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([Buffer.from(key.id), nonce, sealed, cipher.getAuthTag()]).toString("base64");
}

/** Returns the id of the key that encrypted a blob. @throws AwsError if the data is too short to be a blob. */
export function keyIdOf(blob: Buffer): string {
  if (blob.length < ID_BYTES + NONCE_BYTES + TAG_BYTES) throw unreadable();
  return blob.subarray(0, ID_BYTES).toString();
}

/** @throws AwsError if the blob was encrypted with another key or context. */
export function openBlob(key: KmsKey, blob: Buffer, context: Buffer): Buffer {
  const nonce = blob.subarray(ID_BYTES, ID_BYTES + NONCE_BYTES);
  const sealed = blob.subarray(ID_BYTES + NONCE_BYTES, blob.length - TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key.material, "base64"), nonce).setAAD(context);
  decipher.setAuthTag(blob.subarray(blob.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    throw unreadable();
  }
}

/** Creates the error for a blob that can't be decrypted. As in AWS, it doesn't state a reason. */
export const unreadable = () =>
  new AwsError("InvalidCiphertextException", "The ciphertext or its encryption context is invalid.");
