import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import type { MovableClock } from "../machine/clock.ts";
import { AwsError } from "./aws-error.ts";
import { object, optionalText, text, whole } from "./input.ts";
import type { Kept } from "./kept.ts";
import { ACCOUNT, nameFromArn, REGION } from "./names.ts";
import type { Action, Json, Service } from "./service.ts";

interface Key {
  id: string;
  /** 32 bytes, base64. The emulator's disk is as secret as the machine is. */
  material: string;
  description: string;
  /** Epoch milliseconds. */
  createdAt: number;
}

const ID_BYTES = 36;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAX_PLAINTEXT_BYTES = 4_096;
const KEY_BYTES: Readonly<Record<string, number>> = { AES_256: 32, AES_128: 16 };

/** KMS with symmetric keys: AES-256-GCM, the encryption context authenticated. A blob is key id, nonce, ciphertext, tag. */
export function startKms(options: { clock: MovableClock; kept: Kept }): Service {
  const shelf = options.kept.shelf<Key>("kms-keys");
  const keys = shelf.load();

  function keyOf(input: Json): Key {
    const given = text(input, "KeyId");
    const id = nameFromArn(given, "kms")?.replace("key/", "") ?? given;
    const key = keys.get(id);
    if (!key) throw new AwsError("NotFoundException", `Key '${given}' does not exist`);
    return key;
  }

  function encrypt(key: Key, clear: Buffer, context: Buffer): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", Buffer.from(key.material, "base64"), nonce).setAAD(context);
    const sealed = Buffer.concat([cipher.update(clear), cipher.final()]);
    return Buffer.concat([Buffer.from(key.id), nonce, sealed, cipher.getAuthTag()]).toString("base64");
  }

  const generate = (input: Json): Json => {
    const key = keyOf(input);
    const spec = optionalText(input, "KeySpec");
    const range = { min: 1, max: 1_024, fallback: KEY_BYTES[spec ?? ""] ?? 0 };
    const clear = randomBytes(whole(input, "NumberOfBytes", range));
    return {
      KeyId: arnOf(key),
      Plaintext: clear.toString("base64"),
      CiphertextBlob: encrypt(key, clear, contextOf(input)),
    };
  };

  const actions: Record<string, Action> = {
    CreateKey(input) {
      const spec = optionalText(input, "KeySpec") ?? "SYMMETRIC_DEFAULT";
      if (spec !== "SYMMETRIC_DEFAULT") {
        throw new AwsError("UnsupportedOperationException", `Keys of the kind ${spec} are not emulated here.`);
      }
      const key: Key = {
        id: randomUUID(),
        material: randomBytes(32).toString("base64"),
        description: optionalText(input, "Description") ?? "",
        createdAt: options.clock.now().getTime(),
      };
      keys.set(key.id, key);
      shelf.put(key.id, key);
      return { KeyMetadata: describe(key) };
    },
    DescribeKey: (input) => ({ KeyMetadata: describe(keyOf(input)) }),
    GenerateDataKey: generate,
    GenerateDataKeyWithoutPlaintext(input) {
      const { KeyId, CiphertextBlob } = generate(input);
      return { KeyId, CiphertextBlob };
    },
    Encrypt(input) {
      const key = keyOf(input);
      const clear = Buffer.from(text(input, "Plaintext"), "base64");
      if (clear.length > MAX_PLAINTEXT_BYTES) {
        throw new AwsError("ValidationException", `Plaintext is longer than ${MAX_PLAINTEXT_BYTES} bytes.`);
      }
      return { KeyId: arnOf(key), CiphertextBlob: encrypt(key, clear, contextOf(input)) };
    },
    Decrypt(input) {
      const blob = Buffer.from(text(input, "CiphertextBlob"), "base64");
      const key = keys.get(blob.subarray(0, ID_BYTES).toString());
      if (!key || blob.length < ID_BYTES + NONCE_BYTES + TAG_BYTES) throw unreadable();
      if (input.KeyId !== undefined && keyOf(input) !== key) {
        throw new AwsError(
          "IncorrectKeyException",
          "The key ID in the request does not identify a CMK that can decrypt this.",
        );
      }
      return {
        KeyId: arnOf(key),
        Plaintext: decrypt(key, blob.subarray(ID_BYTES), contextOf(input)).toString("base64"),
      };
    },
  };
  return { actions, protocol: "json-1.1", throttle: "ThrottlingException", stop() {} };
}

function decrypt(key: Key, sealed: Buffer, context: Buffer): Buffer {
  const decipher = createDecipheriv(
    "aes-256-gcm",
    Buffer.from(key.material, "base64"),
    sealed.subarray(0, NONCE_BYTES),
  ).setAAD(context);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const body = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    throw unreadable();
  }
}

/** The encryption context as bytes; the order in which its pairs were given does not count. */
function contextOf(input: Json): Buffer {
  const pairs = Object.entries(object(input, "EncryptionContext")).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify(pairs));
}

const arnOf = (key: Key) => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${key.id}`;

/** As in AWS, the client learns nothing about what was wrong. */
const unreadable = () =>
  new AwsError("InvalidCiphertextException", "The ciphertext or its encryption context is invalid.");

function describe(key: Key): Json {
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
