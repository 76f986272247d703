import { DataKeySpec, EncryptionAlgorithmSpec, KeySpec } from "@aws-sdk/client-kms";
import { AwsError } from "../service/aws-error.ts";
import { type ActionRules, blobLength, type CrossRule, listLength, oneOf, range, textLength } from "./limits.ts";

const KeyId = [textLength(1, 2_048)];
const tokens = { GrantTokens: [listLength(0, 10, "token")], "GrantTokens[]": [textLength(1, 8_192)] };
const EncryptionAlgorithm = [oneOf(EncryptionAlgorithmSpec)];

/**
 * https://docs.aws.amazon.com/kms/latest/APIReference/API_GenerateDataKey.html: "You must specify either …, but not
 * both".
 */
const oneMeasure: CrossRule = (input) => {
  const given = [input.KeySpec, input.NumberOfBytes].filter((one) => (one ?? undefined) !== undefined);
  if (given.length === 1) return null;
  return new AwsError("ValidationException", "Please specify either number of bytes or key spec.");
};

const dataKey: ActionRules = {
  limits: { KeyId, ...tokens, NumberOfBytes: [range(1, 1_024)], KeySpec: [oneOf(DataKeySpec)] },
  cross: { "either a length or a kind of key": oneMeasure },
};

/**
 * The rules for KMS requests. The limits match AWS's service model, which test/local-aws/limits-by-model.spec.ts
 * verifies. Rules about several members include the URL of their documentation.
 */
export const KMS_RULES: Readonly<Record<string, ActionRules>> = {
  CreateKey: { limits: { KeySpec: [oneOf(KeySpec)], Description: [textLength(0, 8_192)] } },
  DescribeKey: { limits: { KeyId, ...tokens } },
  GenerateDataKey: dataKey,
  GenerateDataKeyWithoutPlaintext: dataKey,
  Encrypt: { limits: { KeyId, ...tokens, EncryptionAlgorithm, Plaintext: [blobLength(1, 4_096)] } },
  Decrypt: { limits: { KeyId, ...tokens, EncryptionAlgorithm, CiphertextBlob: [blobLength(1, 6_144)] } },
};
