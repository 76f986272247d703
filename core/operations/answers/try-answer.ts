import type { AnsweredBy } from "../../contracts/answers/answer-states.ts";
import { LEVEL_RULE, type TriedAnswer, type TryAnswerBody } from "../../contracts/answers/try-answer.ts";
import { SECOND_MS } from "../../contracts/durations.ts";
import { type AutomationState, menuShown, NEW_CHAT } from "../../domain/answers/chat-state.ts";
import { type Automations, type Decision, decideAnswer } from "../../domain/answers/decide-answer.ts";
import { handoverText } from "../../domain/answers/handover-text.ts";
import { whyAnswered } from "../../domain/answers/why-answered.ts";
import { localDay } from "../../domain/protection/local-time.ts";
import type { ProviderClient } from "../../domain/providers/provider-client.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { Vault } from "../../ports.ts";
import { type AgentRecord, agentHealths, agentRecords } from "../../records/answers/agent.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { zoneAmong } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { askAbout } from "./ask-agent.ts";
import { openAgentKey } from "./open-agent-key.ts";
import { automationsOf } from "./read-turn.ts";

/**
 * Determines how a text would be answered, using the same decision logic as for turns, without writing or sending
 * anything. Without a `level`, the chat counts as new. With `call`, the agent's provider is queried, for at most 20
 * seconds. Spec: POST …/automations/try.
 * @throws ApiError `validation_failed` if the level has no list.
 */
export async function tryAnswer(
  deps: TryDeps,
  instance: InstanceRecord,
  { text, level, call }: TryAnswerBody,
): Promise<TriedAnswer> {
  const { table, clock } = deps;
  const { id } = instance;
  const now = clock.now();
  const zone = zoneAmong(await table.getMany([keys.sending(id)]), instance, now);
  const day = localDay(now, zone);
  const places = [keys.agent(id), keys.agentState(id), keys.agentDay(id, day), keys.menu(id), keys.autoReply(id)];
  const items = await table.getMany(places);
  const agent = agentRecords.among(items, id);
  const health = agentHealths.among(items, id);
  const on = automationsOf(instance, zone, items, { agent, health, day, now });
  const chat = chatAt(on, level ?? null, now);
  const before = level ? now.getTime() : null;
  const decision = decideAnswer(chat, on, { text, before }, now);
  const tried = { instance, chat, on, agent, text };
  return decision.kind === "agent" && call ? askAgent(deps, tried, now) : told(decision, tried);
}

/** A text being tried out, with everything that determines its answer. */
interface Tried {
  instance: InstanceRecord;
  chat: AutomationState;
  on: Automations;
  agent: AgentRecord | null;
  text: string;
}

const told = (decision: Decision, { on, agent }: Tried, why = whyAnswered(decision)): TriedAnswer => ({
  answered_by: ANSWERED[decision.kind],
  text: textOf(decision, on, agent),
  why,
});

/** Queries the agent's provider without counting the call or changing the agent's state. */
async function askAgent(deps: TryDeps, tried: Tried, now: Date): Promise<TriedAnswer> {
  const { instance, chat, on, agent, text } = tried;
  const key = agent && (await openAgentKey(deps, instance, agent));
  if (!agent || key === null) return told({ kind: "silent", why: "nothing_on" }, tried);
  const turn = { instance, found: { person: NOBODY, known: null }, state: chat, on, agent };
  const messages = [{ from: "person", type: "text", text, at: now } as const];
  const answer = await askAbout(deps, turn, { key, messages, until: new Date(now.getTime() + CALL_MS) });
  if (answer.kind === "reply")
    return { answered_by: "ai", text: answer.text, why: "The AI agent was called and answers." };
  if (answer.kind === "handover")
    return told({ kind: "handover", why: "words" }, tried, "The AI agent was called and leaves this to people.");
  const without = { ...on, menu: null, agent: on.agent && { ...on.agent, state: "error" as const } };
  const { outcome } = answer;
  const reason = outcome.kind === "broken" ? outcome.state_reason : outcome.kind;
  const why = `The AI agent's provider did not respond (${reason}).`;
  return told(decideAnswer(NEW_CHAT, without, { text: null, before: null }, now), tried, why);
}

/** A placeholder for the person's key, because a trial doesn't involve a real person. */
const NOBODY = "try";
/** The provider's time limit, which must be shorter than the request's. */
const CALL_MS = 20 * SECOND_MS;

/** Dependencies for trying out an answer. */
export type TryDeps = Pick<LaneDeps, "table" | "clock"> & {
  vault: Pick<Vault, "open">;
  providers: ProviderClient;
};

/** Builds the state of a chat in which the list at the given level is open. */
function chatAt({ menu }: Automations, level: number[] | null, now: Date): AutomationState {
  if (level === null) return NEW_CHAT;
  const [choice] = level;
  const hasList = choice === undefined || menu?.document.choices[choice - 1]?.choices !== undefined;
  if (!menu || !hasList) throw new ApiError("validation_failed", { errors: { level: [LEVEL_RULE] } });
  return menuShown(NEW_CHAT, level, menu.version, now);
}

const ANSWERED: Record<Decision["kind"], AnsweredBy | null> = {
  silent: null,
  menu: "menu",
  handover: "handover",
  agent: "ai",
  auto_reply: "auto_reply",
  away: "away",
};

function textOf(decision: Decision, { menu }: Automations, agent: AgentRecord | null): string | null {
  if (decision.kind === "handover") {
    const { handover_message = "" } = agent ?? {};
    return handoverText(decision.why, { menu: menu?.document.handover_message ?? "", agent: handover_message });
  }
  return "text" in decision ? decision.text || null : null;
}
