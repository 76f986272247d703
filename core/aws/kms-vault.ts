import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import { MINUTE_MS } from "../contracts/durations.ts";
import type { Clock, Vault, VaultOwner } from "../ports.ts";
import { ConditionFailed, type Key, type Table } from "../store/table.ts";
import { awsClient } from "./aws-client.ts";

/** How long an unwrapped data key may stay in memory. Our choice: docs/decisions. */
const KEY_CACHE_MS = 5 * MINUTE_MS;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals and opens secrets under data keys, one for each account and each instance. KMS wraps the data key, which lies
 * beside its owner.
 */
export function kmsVault(deps: { table: Table; clock: Clock; kmsKeyId: string }): Vault {
  const kms = awsClient(KMSClient, "keys");
  const cache = new Map<string, { key: Promise<Buffer>; until: number }>();

  async function loadKey(owner: VaultOwner, place: Key): Promise<Buffer> {
    const stored = await deps.table.get(place);
    if (stored) return unwrap(stored.wrapped as Uint8Array, owner); // written below only
    const made = await kms.send(
      new GenerateDataKeyCommand({ KeyId: deps.kmsKeyId, KeySpec: "AES_256", EncryptionContext: context(owner) }),
    );
    if (!made.Plaintext || !made.CiphertextBlob) throw new Error("KMS answered without a data key.");
    try {
      await deps.table.write({ put: { ...place, wrapped: made.CiphertextBlob }, if: [{ item: "absent" }] });
      return Buffer.from(made.Plaintext);
    } catch (error) {
      // Another process made the owner's key first: that one counts.
      if (error instanceof ConditionFailed && error.item) return unwrap(error.item.wrapped as Uint8Array, owner);
      throw error;
    }
  }

  async function unwrap(wrapped: Uint8Array, owner: VaultOwner): Promise<Buffer> {
    const answer = await kms.send(
      new DecryptCommand({ KeyId: deps.kmsKeyId, CiphertextBlob: wrapped, EncryptionContext: context(owner) }),
    );
    if (!answer.Plaintext) throw new Error("KMS answered without a data key.");
    return Buffer.from(answer.Plaintext);
  }

  function dataKey(owner: VaultOwner): Promise<Buffer> {
    const place = keyPlace(owner);
    const now = deps.clock.now().getTime();
    const cached = cache.get(place.pk);
    if (cached && cached.until > now) return cached.key;
    const key = loadKey(owner, place);
    key.catch(() => cache.delete(place.pk));
    cache.set(place.pk, { key, until: now + KEY_CACHE_MS });
    return key;
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

const keyPlace = (owner: VaultOwner): Key =>
  "account_id" in owner
    ? { pk: `ACC#${owner.account_id}`, sk: "DATAKEY" }
    : { pk: `INST#${owner.instance_id}`, sk: "DATAKEY" };
