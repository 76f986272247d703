import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { indexMac, valueMac } from "./macs.ts";
import type { MutationKeys } from "./mutation-keys.ts";
import type { Operation, Setting } from "./setting.ts";

const IV_BYTES = 16;
const MAC_BYTES = 32;
const { SyncdOperation } = proto.SyncdMutation;

/** A mutation as the server sees it. Everything but the MACs is encrypted. */
export interface SealedMutation {
  readonly operation: Operation;
  readonly indexMac: Buffer;
  readonly valueMac: Buffer;
  readonly keyId: Buffer;
  /** The encoded SyncdRecord. */
  readonly record: Buffer;
}

/** Parses the parts of a mutation that can be read without the key. */
export function readMutation({ operation, record }: proto.ISyncdMutation): SealedMutation {
  return {
    operation: operation === SyncdOperation.REMOVE ? "remove" : "set",
    indexMac: Buffer.from(record?.index?.blob ?? []),
    valueMac: Buffer.from(record?.value?.blob ?? []).subarray(-MAC_BYTES),
    keyId: Buffer.from(record?.keyId?.id ?? []),
    record: Buffer.from(proto.SyncdRecord.encode(record ?? {}).finish()),
  };
}

/** Encrypts a setting as a mutation. */
export function sealMutation(setting: Setting, keyId: Buffer, keys: MutationKeys, now: Date): proto.ISyncdMutation {
  const index = Buffer.from(JSON.stringify(setting.index));
  const plain = proto.SyncActionData.encode({
    index,
    value: { ...setting.value, timestamp: now.getTime() },
    padding: new Uint8Array(0),
    version: setting.formatVersion,
  }).finish();
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-cbc", keys.value, iv);
  const sealed = Buffer.concat([iv, cipher.update(plain), cipher.final()]);
  const mac = valueMac(keys.valueMac, setting.operation, keyId, sealed);
  return {
    operation: setting.operation === "remove" ? SyncdOperation.REMOVE : SyncdOperation.SET,
    record: {
      index: { blob: indexMac(keys.index, index) },
      value: { blob: Buffer.concat([sealed, mac]) },
      keyId: { id: keyId },
    },
  };
}

/** The decrypted contents of a mutation. */
export interface OpenedMutation {
  readonly operation: Operation;
  readonly index: readonly string[];
  readonly value: proto.ISyncActionValue;
}

/** Decrypts a mutation. @throws Error with a plain sentence if a MAC doesn't match. */
export function openMutation(mutation: SealedMutation, keys: MutationKeys): OpenedMutation {
  const blob = Buffer.from(proto.SyncdRecord.decode(mutation.record).value?.blob ?? []);
  const sealed = blob.subarray(0, -MAC_BYTES);
  if (!valueMac(keys.valueMac, mutation.operation, mutation.keyId, sealed).equals(mutation.valueMac)) {
    throw new Error("The value's code does not fit.");
  }
  const decipher = createDecipheriv("aes-256-cbc", keys.value, sealed.subarray(0, IV_BYTES));
  const plain = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES)), decipher.final()]);
  const { index, value } = proto.SyncActionData.decode(plain);
  if (!index || !indexMac(keys.index, index).equals(mutation.indexMac)) {
    throw new Error("The index's code does not fit.");
  }
  const names: unknown = JSON.parse(Buffer.from(index).toString());
  return {
    operation: mutation.operation,
    index: Array.isArray(names) ? names.map(String) : [],
    value: value ?? {},
  };
}
