import type { AccountId, InstanceId } from "../ids.ts";

/** Prefix of the owner of the data keys that seal AI keys: no account's id, so rights can be granted by it. */
export const AGENT_KEY_OWNER_PREFIX = "agent_";

/** Owner of the data key that seals an account's AI keys; it seals nothing else. docs/decisions/0106. */
export const agentKeyOwner = (account: AccountId) => ({ account_id: `${AGENT_KEY_OWNER_PREFIX}${account}` });

/** The place of an instance's AI key: a sealed key is bound to it. */
export const agentKeyPlace = (instance: InstanceId) => `agent/${instance}/api_key`;
