import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import { MINUTE_MS } from "../contracts/durations.ts";
import { counted } from "../contracts/log-metrics.ts";
import type { Clock, Log, Vault, VaultOwner } from "../ports.ts";
import { ConditionFailed, type Key, type Table } from "../store/table.ts";
import { awsClient } from "./aws-client.ts";
import { dataKeyPlace } from "./data-key-place.ts";
import { type KeysAtHand, passingKeys } from "./passing-keys.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";

/** How long an unwrapped data key may be used. Rationale: docs/decisions/0061. */
const KEY_MINUTES = 5;

/** The dependencies and settings of a vault. */
export interface VaultDeps {
  table: Table;
  clock: Clock;
  log: Log;
  kmsKeyId: string;
  /** How many minutes a data key may be used after it is unwrapped. Defaults to five. */
  keyMinutes?: number;
}

/** How long a data key may be used, in milliseconds. */
export const dataKeyMs = ({ keyMinutes = KEY_MINUTES }: VaultDeps): number => keyMinutes * MINUTE_MS;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals and opens secrets. Each account and each instance has its own data key, which is wrapped by KMS and stored next
 * to the owner's record. Failed KMS requests are logged and counted here, because KMS provides no metric for them.
 * @param keys the cache of unwrapped data keys.
 */
export function kmsVault(deps: VaultDeps, keys: KeysAtHand = passingKeys(dataKeyMs(deps))): Vault {
  const kms = awsClient(KMSClient, REQUEST_LIMITS.keys, { lean: true });

  async function told<T>(request: Promise<T>): Promise<T> {
    try {
      return await request;
    } catch (error) {
      deps.log.error({ ...counted("KeyServiceErrors"), err: error }, "the key service failed a request");
      throw error;
    }
  }

  async function loadKey(owner: VaultOwner, place: Key): Promise<KeyObject> {
    const stored = await deps.table.get(place);
    if (stored) return unwrap(stored.wrapped as Uint8Array, owner); // written below only
    const make = { KeyId: deps.kmsKeyId, KeySpec: "AES_256" as const, EncryptionContext: context(owner) };
    const made = await told(kms.send(new GenerateDataKeyCommand(make)));
    if (!made.Plaintext || !made.CiphertextBlob) throw new Error("KMS responded without a data key.");
    try {
      await deps.table.write({ put: { ...place, wrapped: made.CiphertextBlob }, if: [{ item: "absent" }] });
      return createSecretKey(made.Plaintext);
    } catch (error) {
      // Another process created the owner's key first, so use that key.
      if (error instanceof ConditionFailed && error.item) return unwrap(error.item.wrapped as Uint8Array, owner);
      throw error;
    }
  }

  async function unwrap(wrapped: Uint8Array, owner: VaultOwner): Promise<KeyObject> {
    const open = { KeyId: deps.kmsKeyId, CiphertextBlob: wrapped, EncryptionContext: context(owner) };
    const answer = await told(kms.send(new DecryptCommand(open)));
    if (!answer.Plaintext) throw new Error("KMS responded without a data key.");
    return createSecretKey(answer.Plaintext);
  }

  function dataKey(owner: VaultOwner): Promise<KeyObject> {
    const place = dataKeyPlace(owner);
    return keys(place.pk, deps.clock.now().getTime(), () => loadKey(owner, place));
  }

  return {
    async seal(owner, place, clear) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", await dataKey(owner), nonce);
      cipher.setAAD(associatedData(owner, place));
      return Buffer.concat([nonce, cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
    },

    async open(owner, place, sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv("aes-256-gcm", await dataKey(owner), bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(associatedData(owner, place));
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)), decipher.final()]);
    },
  };
}

const context = (owner: VaultOwner): Record<string, string> => ({ ...owner });

const associatedData = (owner: VaultOwner, place: string) =>
  Buffer.from("account_id" in owner ? `ACC#${owner.account_id}|${place}` : `INST#${owner.instance_id}|${place}`);
