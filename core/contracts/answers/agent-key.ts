import type { AccountId, InstanceId } from "../ids.ts";

/**
 * The prefix of the owner id for data keys that seal AI keys. It sets the owner apart from the account itself, so
 * access can be granted separately.
 */
export const AGENT_KEY_OWNER_PREFIX = "agent_";

/** Returns the owner of the data key that seals an account's AI keys and nothing else. docs/decisions/0106. */
export const agentKeyOwner = (account: AccountId) => ({ account_id: `${AGENT_KEY_OWNER_PREFIX}${account}` });

/** Returns the place of an instance's AI key. A sealed key is bound to its place. */
export const agentKeyPlace = (instance: InstanceId) => `agent/${instance}/api_key`;
