import { isDeepStrictEqual } from "node:util";
import type { Agent } from "../../contracts/answers/agent.ts";
import { agentKeyOwner, agentKeyPlace } from "../../contracts/answers/agent-key.ts";
import { ANSWER_LIMITS } from "../../contracts/answers/answer-limits.ts";
import type { ChangeAgentBody } from "../../contracts/answers/change-agent.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { type AgentHealth, NEW_HEALTH } from "../../domain/answers/agent-health.ts";
import { changedChoice } from "../../domain/answers/agent-settings.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import type { Vault } from "../../ports.ts";
import { type Actor, activityWrite } from "../../records/accounts/activity.ts";
import { type AgentRecord, agentHealths, agentRecords, NEW_AGENT } from "../../records/answers/agent.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { AGENT_LANE, chatLane } from "../../store/lane-names.ts";
import { CHAT_QUEUES } from "../../store/lane-queues.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Claim, SomeWrites, Write } from "../../store/table.ts";
import { readAgent } from "./read-agent.ts";
import { requireLive, SETTING_TRIES, settingWrites } from "./set-automation.ts";

/** A customer's change to an agent, and the user who made the change. */
export interface AgentChange {
  instance: InstanceRecord;
  change: ChangeAgentBody;
  actor: Actor;
}

/** The id of the row that tests an agent's key. Each agent has only one, so a later change replaces it. */
const VERIFY_ID = "verify";
const LAST = 4;

/**
 * Applies a change to an agent, completely or not at all. Omitted settings keep their values, even under concurrent
 * changes. The provider is not called, because it may be down. Instead, a row in the agent's own lane makes a worker
 * test the key and the model right away. Spec: PATCH …/ai-agent; Errors, rule 4.
 * @throws ApiError `validation_failed`, or `instance_not_found` if the instance was deleted in the meantime.
 */
export async function changeAgent(
  deps: LaneDeps & { vault: Pick<Vault, "seal"> },
  { instance, change, actor }: AgentChange,
): Promise<Agent> {
  const { id, account_id } = instance;
  const { api_key } = change;
  let sealed: Uint8Array | null = null;
  return retryOnChange({ tries: SETTING_TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const items = await deps.table.getMany([keys.agent(id), keys.agentState(id)]);
    const stored = agentRecords.among(items, id);
    const before = stored ?? NEW_AGENT;
    const settings = mergedSettings(before, change);
    if (api_key) sealed ??= await deps.vault.seal(agentKeyOwner(account_id), agentKeyPlace(id), Buffer.from(api_key));
    const next: AgentRecord = {
      ...settings,
      rev: before.rev + 1,
      ...(api_key !== undefined && { sealed_key: sealed, api_key_last4: api_key?.slice(-LAST) ?? null }),
    };
    const changed = changedFields(before, next, change);
    const now = deps.clock.now();
    if (changed.length === 0) return readAgent(deps.table, instance, now);
    const asked = TRIED.some((field) => changed.includes(field));
    const writes: SomeWrites = [
      { put: { ...keys.agent(id), ...next }, if: [asRead(stored)] },
      ...settingWrites(instance, {
        agent: next.enabled,
        wait_seconds: next.wait_seconds,
        pause_minutes: next.pause_after_team_reply_minutes,
      }),
      activityWrite(deps.ids, { account_id, owner: id, action: "agent.changed", actor, changed }, now),
      ...(asked
        ? [newHealth(id, agentHealths.among(items, id)), ...(next.enabled ? [verifyRow(id, next.rev, now)] : [])]
        : []),
    ];
    await commit(deps.table.transact(writes), () => requireLive(deps.table, id));
    if (asked && next.enabled) await ensureWake(deps, chatLane(id, AGENT_LANE), now, null);
    return readAgent(deps.table, instance, now);
  });
}

/** The fields that, when changed, trigger a test of the provider. */
const TRIED = ["enabled", "provider", "model", "api_key"];

/** Returns the settings after the change. @throws ApiError `validation_failed`, with one sentence per field. */
function mergedSettings(before: AgentRecord, change: ChangeAgentBody): AgentRecord {
  const { enabled, provider, model, sealed_key } = before;
  const judged = changedChoice({ enabled, provider, model, hasKey: sealed_key !== null }, change);
  if ("errors" in judged) throw new ApiError("validation_failed", { errors: judged.errors });
  const { hasKey: _, ...choice } = judged.choice;
  return {
    ...choice,
    rev: before.rev,
    sealed_key,
    api_key_last4: before.api_key_last4,
    instructions: change.instructions ?? before.instructions,
    knowledge: change.knowledge ?? before.knowledge,
    max_replies_per_chat_per_day: change.max_replies_per_chat_per_day ?? before.max_replies_per_chat_per_day,
    wait_seconds: change.wait_seconds ?? before.wait_seconds,
    handover_words: change.handover_words ?? before.handover_words,
    handover_message: change.handover_message ?? before.handover_message,
    pause_after_team_reply_minutes: change.pause_after_team_reply_minutes ?? before.pause_after_team_reply_minutes,
    hours: change.hours === undefined ? before.hours : change.hours,
  };
}

/**
 * Returns the names of the fields that change. If a key is passed, it always counts as changed, because sealed keys
 * can't be compared.
 */
function changedFields(before: AgentRecord, next: AgentRecord, change: ChangeAgentBody): string[] {
  const names = Object.keys(next) as (keyof AgentRecord)[];
  const own = names.filter((name) => name !== "rev" && name !== "sealed_key" && name !== "api_key_last4");
  const others = own.filter((name) => !isDeepStrictEqual(before[name], next[name]));
  const hadKey = before.sealed_key !== null;
  const isKeyChanged = change.api_key === null ? hadKey : change.api_key !== undefined;
  return isKeyChanged ? [...others, "api_key"] : others;
}

/**
 * Resets the provider's state to unknown. Preserves the time when the admins were last notified, so they still hear
 * about errors at most once a day.
 */
const newHealth = (instance: InstanceId, before: AgentHealth | null): Write =>
  before?.told_at == null
    ? { delete: keys.agentState(instance) }
    : { put: { ...keys.agentState(instance), ...NEW_HEALTH, told_at: before.told_at } };

/**
 * Builds the write that adds the row for testing the agent, replacing any earlier one that is still waiting. `rev`
 * identifies the settings to test.
 */
function verifyRow(instance: InstanceId, rev: number, now: Date): Write {
  const lane = chatLane(instance, AGENT_LANE);
  const expires_at = new Date(now.getTime() + ANSWER_LIMITS.textAgeMs);
  return {
    put: putRow({ lane, queue: CHAT_QUEUES.verify, id: VERIFY_ID, due: now, expires_at, data: { rev } }, now).put,
  };
}

const asRead = (stored: AgentRecord | null): Claim =>
  stored === null ? { item: "absent" } : { field: "rev", op: "=", value: stored.rev };
