import { randomBytes, randomUUID } from "node:crypto";
import { AwsError } from "../service/aws-error.ts";
import { text } from "../service/input.ts";
import type { Kept } from "../service/kept.ts";
import { ACCOUNT, nameFromArn, REGION } from "../service/names.ts";
import type { Json } from "../service/service.ts";
import { type MasterKey, MasterKeyRefusal } from "./master-key.ts";

/** A symmetric key. */
export interface KmsKey {
  id: string;
  /** The key itself: 32 bytes in base64. */
  material: string;
  description: string;
  /** The creation time in epoch milliseconds. */
  createdAt: number;
}

/** A stored key, either unencrypted or encrypted with the master key. */
type KeptKey = KmsKey | (Omit<KmsKey, "material"> & { sealed: string });

const SHELF = "kms-keys";
const placeOf = ({ id }: { id: string }) => `kms-keys/${id}`;

/** The KMS keys, which persist across restarts. */
export type Keys = ReturnType<typeof openKeys>;

/**
 * Loads the stored keys. @param master decrypts them, or null if they are stored unencrypted. @throws MasterKeyRefusal
 * if a key can't be decrypted.
 */
export function openKeys(kept: Kept, master: MasterKey | null = null) {
  const shelf = kept.shelf<KeptKey>(SHELF);
  const keys = new Map([...shelf.load()].map(([id, key]) => [id, opened(key, master)]));
  return {
    find: (id: string): KmsKey | undefined => keys.get(id),

    /** Returns the key that a request refers to by id or ARN. @throws AwsError if the key doesn't exist. */
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
      shelf.put(key.id, master ? sealed(key, master) : key);
      return key;
    },
  };
}

/**
 * Encrypts every key that is stored unencrypted. A key is never stored half-encrypted, so this can be interrupted and
 * repeated.
 */
export function sealKeys(kept: Kept, master: MasterKey): void {
  const shelf = kept.shelf<KeptKey>(SHELF);
  for (const [id, key] of shelf.load()) {
    if ("material" in key) shelf.put(id, sealed(key, master));
  }
}

function sealed({ material, ...key }: KmsKey, master: MasterKey): KeptKey {
  return { ...key, sealed: master.seal(placeOf(key), Buffer.from(material, "base64")) };
}

function opened(kept: KeptKey, master: MasterKey | null): KmsKey {
  if ("material" in kept) return kept;
  const { sealed, ...key } = kept;
  try {
    if (master) return { ...key, material: master.open(placeOf(key), sealed).toString("base64") };
  } catch {
    // The error below reports this failure.
  }
  throw new MasterKeyRefusal(
    "A key in this data folder can't be decrypted with its master key. The folder is damaged. Restore its backup.",
  );
}

/** Returns a key's ARN, as used in responses. */
export const arnOf = (key: KmsKey) => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${key.id}`;

/** Returns a key's description, as in KMS. */
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
