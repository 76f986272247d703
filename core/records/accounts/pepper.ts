import { createHmac } from "node:crypto";
import { keys } from "../../store/keys.ts";
import { type SecretPlace, storedSecret } from "./stored-secret.ts";

/** The purpose of a hash; a text's hashes for two purposes differ. */
export type PepperPurpose = "api_key" | "cursor" | "session" | "sign_in" | "upload";

/** The deployment's secret for API keys, cursors and sessions: computes a text's HMAC-SHA-256 for one purpose. */
export interface Pepper {
  hmac(purpose: PepperPurpose, text: string): Promise<Buffer>;
}

const PLACE: SecretPlace = { key: keys.pepper(), owner: { account_id: "deployment" }, place: "pepper|secret" };

/**
 * Reads the pepper from `storedSecret`.
 * @param options.mayMake false: until the first key's creator has stored it, no text has the same HMAC twice, so no key
 * can be valid.
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
