import type { AccountId, InstanceId } from "../ids.ts";

/** The prefix for the owner of the data keys that seal AI keys; not an account's id, so rights can be granted on it. */
export const AGENT_KEY_OWNER_PREFIX = "agent_";

/** Returns the owner of the data key that seals an account's AI keys; it seals nothing else. docs/decisions/0106. */
export const agentKeyOwner = (account: AccountId) => ({ account_id: `${AGENT_KEY_OWNER_PREFIX}${account}` });

/** Returns the place of an instance's AI key, which a sealed key is bound to. */
export const agentKeyPlace = (instance: InstanceId) => `agent/${instance}/api_key`;
