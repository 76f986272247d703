import { kmsVault } from "../../core/aws/kms-vault.ts";
import { s3SmallMedia } from "../../core/aws/s3-small-media.ts";
import { MediaEnv, parseEnv } from "../../core/env.ts";
import { fileLink } from "../../core/operations/files/link-file.ts";
import { fileSecret } from "../../core/records/accounts/file-secret.ts";
import type { Part } from "../own-deps.ts";

/**
 * Stores small files in the bucket, deletes files if the function's permissions allow it, and creates links to any
 * file. Needs the table.
 */
export const mediaPart: Part = {
  needs: ["media"],
  build({ table, clock, ids, log }) {
    const env = parseEnv(MediaEnv, process.env);
    const { put, remove, signUpload } = s3SmallMedia({ bucket: env.MEDIA_BUCKET }, clock);
    const vault = kmsVault({ table, clock, log, kmsKeyId: env.KMS_KEY_ID, keyMinutes: env.DATA_KEY_MINUTES });
    const links = { secret: fileSecret({ table, vault, clock, ids }), clock };
    return {
      media: { put, remove, signUpload, link: (key, about) => fileLink(links, env.FILES_URL, key, about) },
      env,
    };
  },
};
