/** The plans an account may be on; what each includes is not enforced here. */
export const PLANS = ["trial", "starter", "growth", "scale"] as const;
export type Plan = (typeof PLANS)[number];

/** A stored account. */
export interface AccountRecord {
  id: string;
  name: string;
  plan: Plan;
  status: "active" | "suspended";
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
  /** The one instance it is made for; null: the whole account. */
  instance_id: string | null;
  /** CIDRs; empty: any address. */
  allowed_ips: string[];
  created_at: string;
  revoked_at: string | null;
}
