import { createHmac } from "node:crypto";
import { agentKeyOwner, agentKeyPlace } from "../../contracts/answers/agent-key.ts";
import type { Vault } from "../../ports.ts";
import type { AgentRecord } from "../../records/answers/agent.ts";
import type { InstanceRecord } from "../../records/instance.ts";

/**
 * Opens an agent's sealed key. @returns null if no key is set. @throws if the key was sealed for another instance or
 * was altered.
 */
export async function openAgentKey(
  { vault }: { vault: Pick<Vault, "open"> },
  { id, account_id }: Pick<InstanceRecord, "id" | "account_id">,
  { sealed_key }: Pick<AgentRecord, "sealed_key">,
): Promise<string | null> {
  if (sealed_key === null) return null;
  return (await vault.open(agentKeyOwner(account_id), agentKeyPlace(id), sealed_key)).toString("utf8");
}

/**
 * Derives a pseudonym for a chat or an instance. The pseudonym lets a provider tell chats apart without identifying
 * them, and only the owner of the provider's key can derive it again.
 */
export const providerTag = (key: string, about: string): string =>
  createHmac("sha256", key).update(`tag ${about}`).digest("hex");
