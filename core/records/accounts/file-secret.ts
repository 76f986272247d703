import { createHmac } from "node:crypto";
import { FILE_SECRET_OWNER } from "../../contracts/files.ts";
import { keys } from "../../store/keys.ts";
import { type SecretPlace, storedSecret } from "./stored-secret.ts";

/** Computes the HMAC-SHA-256 of a text with the deployment's secret for file links. */
export interface FileSecret {
  hmac(text: string): Promise<Buffer>;
}

const PLACE: SecretPlace = {
  key: keys.fileSecret(),
  owner: { account_id: FILE_SECRET_OWNER },
  place: "file_links|secret",
};

/**
 * Reads the secret for file links from `storedSecret`. It is separate from the pepper, so code that creates links can't
 * also create API keys, and the route that opens links needs no further permissions.
 * @param options.mayMake false when opening links, because no link can be valid before the first one is created.
 */
export function fileSecret(
  deps: Parameters<typeof storedSecret>[0],
  options: Parameters<typeof storedSecret>[2] = {},
): FileSecret {
  const secret = storedSecret(deps, PLACE, options);
  return {
    async hmac(text) {
      return createHmac("sha256", await secret())
        .update(text)
        .digest();
    },
  };
}
