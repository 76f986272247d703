import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A sign-in in progress. */
export interface SignInRecord {
  state: string;
  nonce: string;
  /** Proves to the provider that the process redeeming the code is the one that requested it. */
  verifier: string;
  /** The page to open after sign-in, as a path in the panel. */
  to: string;
  started_at: string;
  /** When the record is deleted, in epoch seconds. */
  ttl: number;
}

/** The sign-ins in progress, by cookie hash. */
export const signInRecords = recordsAt<SignInRecord, Parameters<typeof keys.signIn>>(keys.signIn);
