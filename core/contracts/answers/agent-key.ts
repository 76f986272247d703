import type { AccountId, InstanceId } from "../ids.ts";

/**
 * Owner ids start with this prefix if the owner's data key seals AI keys. Since the owner isn't the account itself,
 * access can be granted separately.
 */
export const AGENT_KEY_OWNER_PREFIX = "agent_";

/** Returns the owner of the data key that seals only an account's AI keys. docs/decisions/0106. */
export const agentKeyOwner = (account: AccountId) => ({ account_id: `${AGENT_KEY_OWNER_PREFIX}${account}` });

/** Returns the place of an instance's AI key. A sealed key is bound to its place. */
export const agentKeyPlace = (instance: InstanceId) => `agent/${instance}/api_key`;
