import type { Plan } from "./plans.ts";

/** A stored account. */
export interface AccountRecord {
  id: string;
  name: string;
  plan: Plan;
  /** Suspended: its keys are refused and its instances are offline, until it is resumed. */
  status: "active" | "suspended";
  /** Who is written to about the account; null or absent: nobody. */
  contact_email?: string | null;
  /** When the trial ends (ISO 8601 with offset); null or absent: the plan has no end. */
  trial_ends_at?: string | null;
  created_at: string;
}

/** Wire names of the key kinds: everything; reads and sends; reads only. Spec: Authentication, 3. */
export const KEY_KINDS = ["full", "send", "read"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** A stored API key, without the key: what its bearer may do, and from where. */
export interface ApiKeyRecord {
  id: string;
  account_id: string;
  kind: KeyKind;
  /** What its owner calls it; null or absent: nothing. */
  name?: string | null;
  /** Its last four characters, to tell keys apart; absent: made before they were kept. */
  last4?: string;
  /** The one instance it is made for; null: the whole account. */
  instance_id: string | null;
  /** CIDRs; empty: any address. */
  allowed_ips: string[];
  created_at: string;
  revoked_at: string | null;
  /** The last use, noted at most once in `LIMITS.keyUseNotedEverySec`; null or absent: not used yet. */
  last_used_at?: string | null;
  /** The address of that use. */
  last_used_from?: string | null;
}
