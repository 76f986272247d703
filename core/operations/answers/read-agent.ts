import type { Agent } from "../../contracts/answers/agent.ts";
import { localDay } from "../../domain/protection/local-time.ts";
import { agentDays, agentHealths, agentRecords, NEW_AGENT } from "../../records/answers/agent.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { zoneAmong } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { presentAgent } from "./present-agent.ts";

/**
 * Reads an instance's agent as customers see it. Returns the default agent, disabled, if none has ever been configured.
 * Spec: GET …/ai-agent.
 */
export async function readAgent(table: Table, instance: InstanceRecord, now: Date): Promise<Agent> {
  const { id } = instance;
  const day = localDay(now, zoneAmong(await table.getMany([keys.sending(id)]), instance, now));
  const items = await table.getMany([keys.agent(id), keys.agentState(id), keys.agentDay(id, day)]);
  const agent = agentRecords.among(items, id) ?? NEW_AGENT;
  return presentAgent(agent, agentHealths.among(items, id), agentDays.among(items, id, day) ?? {});
}
