import type { KeyKind } from "../../contracts/account.ts";
import type { AccountId, InstanceId, UserId } from "../../contracts/ids.ts";
import type { Role } from "../../contracts/panel/roles.ts";
import type { Plan } from "../../contracts/plans.ts";
import type { McpSettings } from "../../domain/accounts/mcp-settings.ts";

/** The caller of a request: a system with an API key and its rights, or a person in the panel with a role. */
export interface Caller {
  account_id: AccountId;
  /** The key; null for a person. */
  key_id: string | null;
  /** The person; null for a system. */
  user_id: UserId | null;
  /** The person's role; null for a system. */
  role: Role | null;
  /** The key's kind or, for a person, the kind of key that sees as much as their role. */
  kind: KeyKind;
  /** The one instance for which the key is; null means every instance of the account. */
  instance_id: InstanceId | null;
  /** How the key may send through tools; null for a person, who can't use tools. */
  mcp: McpSettings | null;
  plan: Plan;
  /** Whether the account's trial has ended, so that sends are refused. */
  trial_ended: boolean;
}

/** Returns the id of the caller's key, or of the person. */
export const callerId = ({ key_id, user_id }: Caller): string => key_id ?? user_id ?? "";
