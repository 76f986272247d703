import { createHmac } from "node:crypto";
import { keys } from "../../store/keys.ts";
import { type SecretPlace, storedSecret } from "./stored-secret.ts";

/** The purpose of a hash. The hashes of one text for two purposes differ. */
export type PepperPurpose = "api_key" | "cursor" | "erased" | "session" | "sign_in" | "stream_ticket" | "upload";

/** The deployment's secret for API keys, cursors and sessions, which computes a text's HMAC-SHA-256 for one purpose. */
export interface Pepper {
  hmac(purpose: PepperPurpose, text: string): Promise<Buffer>;
}

const PLACE: SecretPlace = { key: keys.pepper(), owner: { account_id: "deployment" }, place: "pepper|secret" };

/**
 * Reads the pepper from `storedSecret`.
 * @param options.mayMake if false, each call returns another HMAC until the creator of the first key has stored the
 * pepper, so that no key can be valid.
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
