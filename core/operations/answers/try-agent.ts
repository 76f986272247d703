import type { InstanceId } from "../../contracts/ids.ts";
import { agentHealths, agentRecords } from "../../records/answers/agent.ts";
import type { TextRow } from "../../records/answers/text-row.ts";
import { instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, TransactionRefused } from "../../store/table.ts";
import type { ChatDeps } from "./ask-turn.ts";
import { openAgentKey } from "./open-agent-key.ts";
import { verifyAgent } from "./verify-agent.ts";

/**
 * Tests an agent after its settings changed, and records the resulting state. If the settings changed again in the
 * meantime, nothing is recorded, because the later change has added its own row. Spec: AI agent, `state`.
 */
export async function tryAgent(deps: ChatDeps, instanceId: InstanceId, rows: TextRow[]): Promise<void> {
  const items = await deps.table.getMany([
    keys.instance(instanceId),
    keys.agent(instanceId),
    keys.agentState(instanceId),
  ]);
  const instance = instanceRecords.among(items, instanceId);
  const agent = agentRecords.among(items, instanceId);
  const key = instance && agent?.enabled ? await openAgentKey(deps, instance, agent) : null;
  const health = agent && key !== null ? await verifyAgent(deps, agent, key) : null;
  if (agent && health) {
    const told_at = agentHealths.among(items, instanceId)?.told_at ?? null;
    const isAsRead = { check: keys.agent(instanceId), if: [{ field: "rev", op: "=", value: agent.rev } as const] };
    const set = { ...health, told_at };
    await deps.table.transact([{ update: keys.agentState(instanceId), set }, isAsRead]).catch((error) => {
      if (!(error instanceof TransactionRefused)) throw error;
    });
    deps.log.info({ instance_id: instanceId, state: health.state, reason: health.reason }, "an agent was tested");
  }
  for (const { pk, sk, put_at } of rows) {
    await deps.table.write({ delete: { pk, sk }, if: [{ field: "put_at", op: "=", value: put_at }] }).catch((error) => {
      if (!(error instanceof ConditionFailed)) throw error;
    });
  }
}
