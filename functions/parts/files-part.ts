import { kmsVault } from "../../core/aws/kms-vault.ts";
import { s3SmallMedia } from "../../core/aws/s3-small-media.ts";
import { BucketEnv, parseEnv, SecretsEnv } from "../../core/env.ts";
import { fileSecret } from "../../core/records/accounts/file-secret.ts";
import type { Part } from "../own-deps.ts";

/** Opens file links and redirects people who follow them. Needs the table, but reads only a single partition of it. */
export const filesPart: Part = {
  needs: ["file_links"],
  build({ table, clock, ids, log }) {
    const { MEDIA_BUCKET } = parseEnv(BucketEnv, process.env);
    const { KMS_KEY_ID, DATA_KEY_MINUTES: keyMinutes } = parseEnv(SecretsEnv, process.env);
    const vault = kmsVault({ table, clock, log, kmsKeyId: KMS_KEY_ID, keyMinutes });
    return {
      files: s3SmallMedia({ bucket: MEDIA_BUCKET }, clock),
      fileSecret: fileSecret({ table, vault, clock, ids }, { mayMake: false }),
      env: { MEDIA_BUCKET, KMS_KEY_ID },
    };
  },
};
