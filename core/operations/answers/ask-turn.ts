import { AGENT_LIMITS, AGENT_PAUSES } from "../../contracts/answers/answer-limits.ts";
import { NOTICE_TYPES } from "../../contracts/bus-events.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { afterAnswer } from "../../domain/answers/after-answer.ts";
import { type AgentHealth, afterCall, NEW_HEALTH, restAfter } from "../../domain/answers/agent-health.ts";
import type { AutomationState } from "../../domain/answers/chat-state.ts";
import { useToday } from "../../domain/answers/turn-timing.ts";
import type { ProviderUsage } from "../../domain/providers/provider-outcome.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { LaneDeps, LaneRun } from "../../lanes/lane.ts";
import type { Vault } from "../../ports.ts";
import { activityWrite } from "../../records/accounts/activity.ts";
import type { AgentRecord } from "../../records/answers/agent.ts";
import type { TextRow } from "../../records/answers/text-row.ts";
import { busNotice } from "../../records/bus-notice.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type SomeWrites, TransactionRefused, type Write } from "../../store/table.ts";
import { handOver, leaveUnanswered } from "./answer-turn.ts";
import { type AgentAnswer, type AskDeps, askAgent } from "./ask-agent.ts";
import { commitTurn } from "./commit-turn.ts";
import { openAgentKey } from "./open-agent-key.ts";
import { readTalk } from "./read-talk.ts";
import type { Turn } from "./read-turn.ts";

/** Dependencies of a chat worker. */
export type ChatDeps = LaneDeps & AskDeps & { vault: Pick<Vault, "open"> };

/** The time that must be left on the lease before a call: enough for the call and the writes after it. */
const CALL_LEASE_SEC = AGENT_LIMITS.callMs / 1_000 + 10;
/** How long an agent's daily usage is retained. It is only read on the same day. */
const DAY_KEPT_SEC = 3 * 86_400;

/**
 * The outcome of a turn's step. A Date means that the turn rests until then, `moved` that the turn must be checked
 * again, and `lost` that another run owns the lane.
 */
export type StepEnd = "ended" | "moved" | "lost" | Date;

/**
 * Answers a turn with the agent: claims the turn, queries the provider, and completes the turn in one transaction. If a
 * text arrives in the meantime, the answer is discarded and requested again, at most twice. The third answer is
 * discarded only if the team sends a message. If three workers have died while querying the provider for the turn, the
 * turn is left unanswered. Spec: AI agent.
 */
export async function askTurn(
  deps: ChatDeps,
  run: LaneRun,
  turn: Turn & { agent: AgentRecord },
  state: AutomationState,
): Promise<StepEnd> {
  const { agent } = turn;
  const key = await openAgentKey(deps, turn.instance, agent);
  const claimed = await claimTurn(deps, run, turn);
  if (claimed === "gone") return "moved";
  if (key === null || claimed === "dies") return ended(await leaveUnanswered(deps, turn, state));
  if (!(await run.holds(CALL_LEASE_SEC))) return "lost";
  const until = new Date(deps.clock.now().getTime() + AGENT_LIMITS.callMs);
  const answer = await askAgent(deps, turn, { key, talk: await readTalk(deps, turn), until });
  const health = afterCall(turn.health ?? NEW_HEALTH, answer.outcome, deps.clock.now());
  await noteHealth(deps, turn, health);
  const rest = restAfter(health, answer.outcome);
  if (rest !== null) return restTurn(deps, turn, new Date(deps.clock.now().getTime() + rest));
  const isDone = await finish(deps, turn, state, answer);
  await countUse(deps, turn, answer.usage, isDone && answer.kind === "reply");
  if (isDone) return "ended";
  const [first] = turn.rows;
  // No worker died. The count is kept in the row, because with a slow provider the next call is often another run's.
  if (first) await changeRow(deps, first, { tries: 0, throws: throwsOf(turn) + 1 }, ["claim"]);
  return "moved";
}

/** The number of answers to the turn that were discarded because someone sent a message in the meantime. */
const throwsOf = ({ rows: [first] }: Turn): number => first?.throws ?? 0;

const ended = (isDone: boolean): StepEnd => (isDone ? "ended" : "moved");

function finish(deps: LaneDeps, turn: Turn, read: AutomationState, answer: AgentAnswer): Promise<boolean> {
  const claim = throwsOf(turn) >= AGENT_LIMITS.throwsMax ? "team_rev" : "rev";
  const now = deps.clock.now();
  const use = useToday(read.use, now, turn.on.zone);
  const tokens = use.tokens + answer.usage.input_tokens + answer.usage.output_tokens;
  const state = { ...read, use: { ...use, tokens } };
  if (answer.kind === "not_answered") return leaveUnanswered(deps, turn, state);
  if (answer.kind === "handover") return handOver(deps, turn, state, "agent", claim);
  const counted = { ...state, use: { ...state.use, replies: use.replies + 1 } };
  const next = afterAnswer(counted, { kind: "agent", why: "on" }, 0, now, answer.text);
  return commitTurn(deps, turn, {
    state: next,
    answer: { text: answer.text, origin: "ai" },
    handler: "ai",
    claim,
  });
}

/**
 * Records that a provider query for the turn is in progress. `dies` means that so many workers have died on this turn
 * that it must not be tried again.
 */
async function claimTurn(deps: LaneDeps, run: LaneRun, { rows }: Turn): Promise<"claimed" | "gone" | "dies"> {
  const [first] = rows;
  if (!first) return "gone";
  if (first.claim === run.fence) return "claimed"; // this run asks again
  if (first.claim !== undefined && first.tries >= AGENT_LIMITS.deathsMax) return "dies";
  const tries = first.claim === undefined ? 1 : first.tries + 1;
  return changeRow(deps, first, { claim: run.fence, tries }).then((isThere) => (isThere ? "claimed" : "gone"));
}

/** Puts the turn to rest until the given time. Its worker is still alive, so the death count is reset. */
async function restTurn(deps: LaneDeps, { rows }: Turn, until: Date): Promise<StepEnd> {
  const [first] = rows;
  if (!first) return "moved";
  await changeRow(deps, first, { rest_until: until.toISOString(), tries: 0 }, ["claim"]);
  return until;
}

async function changeRow(
  { table }: LaneDeps,
  { pk, sk }: TextRow,
  set: Partial<TextRow>,
  remove: string[] = [],
): Promise<boolean> {
  try {
    await table.write({ update: { pk, sk }, set, remove, if: [{ item: "exists" }] });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/**
 * Records the provider's state, unless the settings have changed in the meantime: a new key must not inherit the old
 * key's error. Notifies the admins of an error at most once a day. Spec: AI agent, `state`.
 */
async function noteHealth(deps: LaneDeps, turn: Turn & { agent: AgentRecord }, health: AgentHealth): Promise<void> {
  const { instance, agent, health: before } = turn;
  if (isSame(before ?? NEW_HEALTH, health)) return;
  const now = deps.clock.now();
  const isNew = health.state === "error" && before?.state !== "error";
  const isNotified = isNew && (health.told_at === null || now.getTime() - health.told_at >= AGENT_PAUSES.toldMs);
  const set: AgentHealth = isNotified ? { ...health, told_at: now.getTime() } : health;
  const writes: SomeWrites = [
    { update: keys.agentState(instance.id), set: { ...set } },
    { check: keys.agent(instance.id), if: [{ field: "rev", op: "=", value: agent.rev }] },
  ];
  if (isNew) writes.push(activityWrite(deps.ids, failedLine(turn), now));
  if (isNotified) writes.push(noticeOf(deps, turn, health, now));
  try {
    await deps.table.transact(writes);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
}

const isSame = (a: AgentHealth, b: AgentHealth) =>
  a.state === b.state &&
  a.retry_at === b.retry_at &&
  a.limited === b.limited &&
  a.down === b.down &&
  a.last_error_at === b.last_error_at;

const failedLine = ({ instance: { account_id, id: owner } }: Turn) => ({
  account_id,
  owner,
  action: "agent.failed" as const,
  actor: null,
  changed: [],
});

function noticeOf(deps: LaneDeps, { instance, agent }: Turn, { reason }: AgentHealth, now: Date): Write {
  const id = deps.ids.next(ID_PREFIXES.notice, now);
  const { id: instance_id, account_id } = instance;
  const about = { provider: agent?.provider ?? "openai", reason: reason ?? "unavailable", failed_at: wireTime(now) };
  const detail = { id, account_id, instance_id, ...about };
  return busNotice(account_id, id, now, { detail_type: NOTICE_TYPES.agentFailed, detail });
}

/**
 * Counts the usage outside the turn's transaction. Up to a hundred simultaneous chats share one counter, so their
 * transactions would conflict.
 */
async function countUse({ table, clock }: LaneDeps, turn: Turn, usage: ProviderUsage, isReply: boolean): Promise<void> {
  const { input_tokens, output_tokens } = usage;
  if (input_tokens + output_tokens === 0 && !isReply) return;
  const ttl = Math.floor(clock.now().getTime() / 1_000) + DAY_KEPT_SEC;
  const add = { input_tokens, output_tokens, replies: isReply ? 1 : 0 };
  await table.write({ update: keys.agentDay(turn.instance.id, turn.day), add, set: { ttl } });
}
