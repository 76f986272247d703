import type { KeyKind } from "../../contracts/account.ts";
import type { AccountId, InstanceId, UserId } from "../../contracts/ids.ts";
import type { Role } from "../../contracts/panel/roles.ts";
import type { Plan } from "../../contracts/plans.ts";
import type { McpSettings } from "../../domain/accounts/mcp-settings.ts";

/** The caller of a request: a system with an API key and its permissions, or a panel user with a role. */
export interface Caller {
  account_id: AccountId;
  /** The key's id, or null for a user. */
  key_id: string | null;
  /** The user's id, or null for a system. */
  user_id: UserId | null;
  /** The user's role, or null for a system. */
  role: Role | null;
  /** The kind of key. For a user, the kind that grants the same access as the user's role. */
  kind: KeyKind;
  /** The only instance that the key can access, or null for every instance of the account. */
  instance_id: InstanceId | null;
  /** How the key can send through tools, or null for a user, because users can't use tools. */
  mcp: McpSettings | null;
  plan: Plan;
  /** Whether the account's trial has ended, in which case sends are refused. */
  trial_ended: boolean;
}

/** Returns the id of the caller's key, or of the user if there is no key. */
export const callerId = ({ key_id, user_id }: Caller): string => key_id ?? user_id ?? "";
