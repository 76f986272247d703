import { createHmac } from "node:crypto";
import { keys } from "../../store/keys.ts";
import { type SecretPlace, storedSecret } from "./stored-secret.ts";

/** The purpose of a hash. The same text hashes differently for each purpose. */
export type PepperPurpose = "api_key" | "cursor" | "erased" | "session" | "sign_in" | "stream_ticket" | "upload";

/**
 * Computes the HMAC-SHA-256 of a text, for a specific purpose, with the deployment's secret for API keys, cursors and
 * sessions.
 */
export interface Pepper {
  hmac(purpose: PepperPurpose, text: string): Promise<Buffer>;
}

const PLACE: SecretPlace = { key: keys.pepper(), owner: { account_id: "deployment" }, place: "pepper|secret" };

/**
 * Loads the pepper with `storedSecret`.
 * @param options.mayMake if false, each call returns a different HMAC until the pepper has been stored along with the
 * first key, so no key can be valid before then.
 */
export function storedPepper(
  deps: Parameters<typeof storedSecret>[0],
  options: Parameters<typeof storedSecret>[2] = {},
): Pepper {
  const secret = storedSecret(deps, PLACE, options);
  return {
    async hmac(purpose, text) {
      return createHmac("sha256", await secret())
        .update(`${purpose}|${text}`)
        .digest();
    },
  };
}
