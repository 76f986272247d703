import {
  CreateKeyCommand,
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  InvalidCiphertextException,
  NotFoundException,
} from "@aws-sdk/client-kms";
import { expect, test } from "vitest";
import { startAws } from "./support.ts";

async function startWithKey() {
  const started = await startAws();
  const created = await started.kms.send(new CreateKeyCommand({ Description: "Wraps data keys" }));
  return { ...started, KeyId: created.KeyMetadata?.KeyId ?? "", arn: created.KeyMetadata?.Arn ?? "" };
}

test("a data key opens again under its encryption context, in any order of the pairs", async () => {
  const { kms, KeyId, arn } = await startWithKey();
  const made = await kms.send(
    new GenerateDataKeyCommand({ KeyId, KeySpec: "AES_256", EncryptionContext: { a: "1", b: "2" } }),
  );
  expect(made.Plaintext).toHaveLength(32);
  expect(Buffer.from(made.CiphertextBlob ?? []).includes(Buffer.from(made.Plaintext ?? []))).toBe(false);
  const opened = await kms.send(
    new DecryptCommand({ CiphertextBlob: made.CiphertextBlob, EncryptionContext: { b: "2", a: "1" } }),
  );
  expect(opened).toMatchObject({ Plaintext: made.Plaintext, KeyId: arn });
});

test("another context, a changed byte and another key do not open it", async () => {
  const { kms, KeyId } = await startWithKey();
  const EncryptionContext = { account_id: "acc_1" };
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({ KeyId, Plaintext: Buffer.from("secret"), EncryptionContext }),
  );
  const open = (blob: Uint8Array | undefined, context: Record<string, string>, key?: string) =>
    kms.send(new DecryptCommand({ CiphertextBlob: blob, EncryptionContext: context, ...(key && { KeyId: key }) }));
  expect(Buffer.from((await open(CiphertextBlob, EncryptionContext)).Plaintext ?? []).toString()).toBe("secret");
  await expect(open(CiphertextBlob, { account_id: "acc_2" })).rejects.toThrow(InvalidCiphertextException);
  const changed = Uint8Array.from(CiphertextBlob ?? []);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  await expect(open(changed, EncryptionContext)).rejects.toThrow(InvalidCiphertextException);
  const other = await kms.send(new CreateKeyCommand({}));
  await expect(open(CiphertextBlob, EncryptionContext, other.KeyMetadata?.KeyId)).rejects.toMatchObject({
    name: "IncorrectKeyException",
  });
});

test("a key is described by id and by ARN, and a missing one is named so", async () => {
  const { kms, KeyId, arn } = await startWithKey();
  for (const id of [KeyId, arn]) {
    const described = await kms.send(new DescribeKeyCommand({ KeyId: id }));
    expect(described.KeyMetadata).toMatchObject({ KeyId, Arn: arn, Enabled: true });
  }
  await expect(kms.send(new DescribeKeyCommand({ KeyId: "none" }))).rejects.toThrow(NotFoundException);
});
