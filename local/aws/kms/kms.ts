import { randomBytes } from "node:crypto";
import type { Clock } from "../../../core/ports.ts";
import { AwsError } from "../service/aws-error.ts";
import { object, optionalText, text, whole } from "../service/input.ts";
import type { Kept } from "../service/kept.ts";
import type { Action, Json, Service } from "../service/service.ts";
import { keyIdOf, openBlob, sealBlob, unreadable } from "./blob.ts";
import { arnOf, describeKey, type Keys, openKeys } from "./keys.ts";
import type { MasterKey } from "./master-key.ts";

const KEY_BYTES: Readonly<Record<string, number>> = { AES_256: 32, AES_128: 16 };

/**
 * Starts an emulation of KMS with symmetric keys. @param given.master encrypts the stored keys, or null if they are
 * stored unencrypted.
 */
export function startKms({ clock, kept, master }: { clock: Clock; kept: Kept; master: MasterKey | null }): Service {
  const keys = openKeys(kept, master);
  const actions: Record<string, Action> = {
    CreateKey(input) {
      const spec = optionalText(input, "KeySpec") ?? "SYMMETRIC_DEFAULT";
      if (spec !== "SYMMETRIC_DEFAULT") {
        throw new AwsError("UnsupportedOperationException", `Keys of the kind ${spec} are not emulated here.`);
      }
      return { KeyMetadata: describeKey(keys.create(optionalText(input, "Description") ?? "", clock.now())) };
    },
    DescribeKey: (input) => ({ KeyMetadata: describeKey(keys.named(input)) }),
    GenerateDataKey: (input) => generateDataKey(keys, input),
    GenerateDataKeyWithoutPlaintext(input) {
      const { KeyId, CiphertextBlob } = generateDataKey(keys, input);
      return { KeyId, CiphertextBlob };
    },
    Encrypt: (input) => encrypt(keys, input),
    Decrypt: (input) => decrypt(keys, input),
  };
  return { name: "kms", actions, protocol: "json-1.1", throttle: "ThrottlingException", stop() {} };
}

function generateDataKey(keys: Keys, input: Json): Json {
  const key = keys.named(input);
  const spec = optionalText(input, "KeySpec");
  const range = { min: 1, max: 1_024, fallback: KEY_BYTES[spec ?? ""] ?? 0 };
  const clear = randomBytes(whole(input, "NumberOfBytes", range));
  return {
    KeyId: arnOf(key),
    Plaintext: clear.toString("base64"),
    CiphertextBlob: sealBlob(key, clear, contextOf(input)),
  };
}

function encrypt(keys: Keys, input: Json): Json {
  const key = keys.named(input);
  const clear = Buffer.from(text(input, "Plaintext"), "base64");
  return { KeyId: arnOf(key), CiphertextBlob: sealBlob(key, clear, contextOf(input)) };
}

function decrypt(keys: Keys, input: Json): Json {
  const blob = Buffer.from(text(input, "CiphertextBlob"), "base64");
  const key = keys.find(keyIdOf(blob));
  if (!key) throw unreadable();
  if (input.KeyId !== undefined && keys.named(input) !== key) {
    throw new AwsError(
      "IncorrectKeyException",
      "The key ID in the request does not identify a CMK that can decrypt this.",
    );
  }
  return { KeyId: arnOf(key), Plaintext: openBlob(key, blob, contextOf(input)).toString("base64") };
}

/** Returns the encryption context as bytes, regardless of the order of its pairs. */
function contextOf(input: Json): Buffer {
  const pairs = Object.entries(object(input, "EncryptionContext")).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify(pairs));
}
