import { createHmac } from "node:crypto";
import { keys } from "../../store/keys.ts";
import { type SecretPlace, storedSecret } from "./stored-secret.ts";

/** One text's hash for one purpose is no other's. */
export type PepperPurpose = "api_key" | "cursor" | "session" | "sign_in" | "upload";

/** The deployment's secret for API keys, cursors and sessions: makes the HMAC-SHA-256 of a text, for one purpose. */
export interface Pepper {
  hmac(purpose: PepperPurpose, text: string): Promise<Buffer>;
}

const PLACE: SecretPlace = { key: keys.pepper(), owner: { account_id: "deployment" }, place: "pepper|secret" };

/**
 * Reads the pepper, as `storedSecret` keeps it.
 * @param options.mayMake false: until the maker of the first key has stored it, no text has the same HMAC twice, so no
 * key can be valid.
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
