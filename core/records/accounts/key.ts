import type { KeyKind } from "../../contracts/account.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { McpSettings } from "../../domain/accounts/mcp-settings.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * A stored API key, without the key itself: what its bearer may do, and from which addresses. Keys that are older than
 * the settings for tools have none of these.
 */
export interface ApiKeyRecord extends Partial<McpSettings> {
  id: string;
  account_id: AccountId;
  kind: KeyKind;
  /** The name that the owner chose for the key; null or absent if there is none. */
  name?: string | null;
  /**
   * The last four characters of the key, by which its owner can recognise it; absent for keys created before these were
   * stored.
   */
  last4?: string;
  /** The single instance for which the key was created; null means the whole account. */
  instance_id: InstanceId | null;
  /** The allowed addresses as CIDRs; an empty list allows any address. */
  allowed_ips: string[];
  created_at: string;
  revoked_at: string | null;
  /**
   * When the key was last used, recorded at most once every `LIMITS.keyUseNotedEverySec`; null or absent if it has not
   * been used yet.
   */
  last_used_at?: string | null;
  /** The address from which the key was last used. */
  last_used_from?: string | null;
}

/** The stored API keys, by the hash of the key. */
export const keyRecords = recordsAt<ApiKeyRecord, Parameters<typeof keys.apiKey>>(keys.apiKey);

/** The same keys in the lists of their accounts, where a revoked key remains. */
export const accountKeyRecords = recordsAt<ApiKeyRecord, Parameters<typeof keys.accountKey>>(keys.accountKey);
