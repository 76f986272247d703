import { randomBytes, randomUUID } from "node:crypto";
import { AwsError } from "../service/aws-error.ts";
import { text } from "../service/input.ts";
import type { Kept } from "../service/kept.ts";
import { ACCOUNT, nameFromArn, REGION } from "../service/names.ts";
import type { Json } from "../service/service.ts";

/** A symmetric key. */
export interface KmsKey {
  id: string;
  /** 32 bytes, base64. The emulator's disk is as secret as the machine. */
  material: string;
  description: string;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** The keys, kept across restarts. */
export type Keys = ReturnType<typeof openKeys>;

/** Reads the stored keys. */
export function openKeys(kept: Kept) {
  const shelf = kept.shelf<KmsKey>("kms-keys");
  const keys = shelf.load();
  return {
    find: (id: string): KmsKey | undefined => keys.get(id),

    /** Returns the key that a request names by id or ARN. @throws AwsError if it doesn't exist. */
    named(input: Json): KmsKey {
      const given = text(input, "KeyId");
      const id = nameFromArn(given, "kms")?.replace("key/", "") ?? given;
      const key = keys.get(id);
      if (!key) throw new AwsError("NotFoundException", `Key '${given}' does not exist`);
      return key;
    },

    create(description: string, now: Date): KmsKey {
      const material = randomBytes(32).toString("base64");
      const key: KmsKey = { id: randomUUID(), material, description, createdAt: now.getTime() };
      keys.set(key.id, key);
      shelf.put(key.id, key);
      return key;
    },
  };
}

/** Returns the key's ARN, as in answers. */
export const arnOf = (key: KmsKey) => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${key.id}`;

/** Returns a key as KMS describes it. */
export function describeKey(key: KmsKey): Json {
  return {
    KeyId: key.id,
    Arn: arnOf(key),
    AWSAccountId: ACCOUNT,
    Description: key.description,
    CreationDate: key.createdAt / 1_000,
    Enabled: true,
    KeyState: "Enabled",
    KeyUsage: "ENCRYPT_DECRYPT",
    KeySpec: "SYMMETRIC_DEFAULT",
    CustomerMasterKeySpec: "SYMMETRIC_DEFAULT",
    EncryptionAlgorithms: ["SYMMETRIC_DEFAULT"],
    KeyManager: "CUSTOMER",
    Origin: "AWS_KMS",
    MultiRegion: false,
  };
}
