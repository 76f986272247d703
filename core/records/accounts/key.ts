import type { KeyKind } from "../../contracts/account.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { McpSettings } from "../../domain/accounts/mcp-settings.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * A stored API key, without the key itself: what its bearer may do, and from where. Keys from before the tools'
 * settings existed have none of those.
 */
export interface ApiKeyRecord extends Partial<McpSettings> {
  id: string;
  account_id: AccountId;
  kind: KeyKind;
  /** The name that the owner chose; null or absent if there is none. */
  name?: string | null;
  /** The last four characters, to tell keys apart; absent in keys from before they were stored. */
  last4?: string;
  /** The one instance for which it was created; null means the whole account. */
  instance_id: InstanceId | null;
  /** CIDRs; an empty list allows any address. */
  allowed_ips: string[];
  created_at: string;
  revoked_at: string | null;
  /** The last use, recorded at most once in `LIMITS.keyUseNotedEverySec`; null or absent if not used yet. */
  last_used_at?: string | null;
  /** The address of that use. */
  last_used_from?: string | null;
}

/** The stored API keys, by the hash of the key. */
export const keyRecords = recordsAt<ApiKeyRecord, Parameters<typeof keys.apiKey>>(keys.apiKey);

/** The same keys in their account's list, where a revoked one stays. */
export const accountKeyRecords = recordsAt<ApiKeyRecord, Parameters<typeof keys.accountKey>>(keys.accountKey);
