import { kmsVault } from "../../core/aws/kms-vault.ts";
import { LinksEnv, parseEnv } from "../../core/env.ts";
import { fileLink } from "../../core/operations/files/link-file.ts";
import { fileSecret } from "../../core/records/accounts/file-secret.ts";
import type { ApiDeps, Part } from "../own-deps.ts";

/** Creates links to files. Storing or deleting files isn't included and throws an error. Needs the table. */
export const linksPart: Part = {
  needs: ["media_links"],
  build({ media, table, clock, ids, log }) {
    const env = parseEnv(LinksEnv, process.env);
    const vault = kmsVault({ table, clock, log, kmsKeyId: env.KMS_KEY_ID, keyMinutes: env.DATA_KEY_MINUTES });
    const links = { secret: fileSecret({ table, vault, clock, ids }), clock };
    const link: ApiDeps["media"]["link"] = (key, about) => fileLink(links, env.FILES_URL, key, about);
    // All other methods still throw, because the function has no access to them.
    return {
      media: new Proxy(media, { get: (rest, name) => (name === "link" ? link : Reflect.get(rest, name)) }),
      env,
    };
  },
};
