import type { KeyKind } from "../../contracts/account.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { McpSettings } from "../../domain/accounts/mcp-settings.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/**
 * A stored API key, without the key itself. It describes what the key's bearer can do and from which addresses. Keys
 * created before the tool settings were introduced don't have them.
 */
export interface ApiKeyRecord extends Partial<McpSettings> {
  id: string;
  account_id: AccountId;
  kind: KeyKind;
  /** The key's name as chosen by its owner. Null or absent if unnamed. */
  name?: string | null;
  /**
   * The key's last four characters, to help its owner recognize it. Absent for keys created before these characters
   * were stored.
   */
  last4?: string;
  /** The only instance that the key can access, or null for the whole account. */
  instance_id: InstanceId | null;
  /** The allowed addresses as CIDRs. An empty list allows any address. */
  allowed_ips: string[];
  created_at: string;
  revoked_at: string | null;
  /**
   * When the key was last used, recorded at most once every `LIMITS.keyUseNotedEverySec`. Null or absent if it hasn't
   * been used yet.
   */
  last_used_at?: string | null;
  /** The IP address that the key was last used from. */
  last_used_from?: string | null;
}

/** The stored API keys, by hash. */
export const keyRecords = recordsAt<ApiKeyRecord, Parameters<typeof keys.apiKey>>(keys.apiKey);

/** The same keys, listed by account. These lists also keep revoked keys. */
export const accountKeyRecords = recordsAt<ApiKeyRecord, Parameters<typeof keys.accountKey>>(keys.accountKey);
