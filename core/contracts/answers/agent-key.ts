import type { AccountId, InstanceId } from "../ids.ts";

/** Begins the owner of the data keys that seal AI keys: an id of no account, by which rights are granted. */
export const AGENT_KEY_OWNER_PREFIX = "agent_";

/** The owner of the data key under which an account's AI keys are sealed; it seals nothing else. docs/decisions/0106. */
export const agentKeyOwner = (account: AccountId) => ({ account_id: `${AGENT_KEY_OWNER_PREFIX}${account}` });

/** The place of an instance's AI key, which a sealed key is bound to. */
export const agentKeyPlace = (instance: InstanceId) => `agent/${instance}/api_key`;
