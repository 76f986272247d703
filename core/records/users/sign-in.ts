import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A sign-in that is under way. */
export interface SignInRecord {
  state: string;
  nonce: string;
  /** Proves to the provider that the bearer of the code is the one who asked for it. */
  verifier: string;
  /** The page to go to afterwards: a path of the panel. */
  to: string;
  started_at: string;
  /** When the record is deleted, epoch seconds. */
  ttl: number;
}

/** The sign-ins under way, by the hash of their cookie. */
export const signInRecords = recordsAt<SignInRecord, Parameters<typeof keys.signIn>>(keys.signIn);
