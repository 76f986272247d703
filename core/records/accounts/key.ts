import type { KeyKind } from "../../contracts/account.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { McpSettings } from "../../domain/accounts/mcp-settings.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * A stored API key, without the key itself: what its bearer can do, and from which addresses. Keys older than the
 * settings for tools have none of them.
 */
export interface ApiKeyRecord extends Partial<McpSettings> {
  id: string;
  account_id: AccountId;
  kind: KeyKind;
  /** The key's name as chosen by its owner; null or absent if there is none. */
  name?: string | null;
  /**
   * The key's last four characters, to help its owner recognise it; absent for keys created before these were stored.
   */
  last4?: string;
  /** The single instance the key was created for; null means the whole account. */
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
  /** The address the key was last used from. */
  last_used_from?: string | null;
}

/** The stored API keys, by the hash of the key. */
export const keyRecords = recordsAt<ApiKeyRecord, Parameters<typeof keys.apiKey>>(keys.apiKey);

/** The same keys in their accounts' lists, where revoked keys remain. */
export const accountKeyRecords = recordsAt<ApiKeyRecord, Parameters<typeof keys.accountKey>>(keys.accountKey);
