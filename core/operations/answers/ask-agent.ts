import { agentPrompt, type PromptMessage } from "../../domain/answers/agent-prompt.ts";
import { parseReply } from "../../domain/answers/model-answer.ts";
import type { ProviderClient } from "../../domain/providers/provider-client.ts";
import { NO_USAGE, type ProviderOutcome, type ProviderUsage } from "../../domain/providers/provider-outcome.ts";
import type { AgentRecord } from "../../records/answers/agent.ts";
import type { MessageRecord } from "../../records/message.ts";
import { providerTag } from "./open-agent-key.ts";
import { type FileDeps, readFiles } from "./read-files.ts";
import type { Turn } from "./read-turn.ts";

/** Dependencies for calling a provider. */
export type AskDeps = FileDeps & { providers: ProviderClient };

/** A model's answer to a turn. `outcome` reflects the provider's state. */
export type AgentAnswer = { usage: ProviderUsage; outcome: ProviderOutcome } & (
  | { kind: "reply"; text: string }
  | { kind: "handover" }
  | { kind: "not_answered" }
);

/** The parts of a turn that are needed to query the provider. */
export type AskedTurn = Pick<Turn, "instance" | "found" | "state" | "on"> & { agent: AgentRecord };

/**
 * Requests the answer to a turn from the agent's provider. Answers that are empty, malformed or cut off, or that reveal
 * the instructions, are discarded, and a human must take over. Neither the prompt nor the answer is logged. Spec: AI
 * agent.
 * @param talk the result of `readTalk`. @param until the time at which the call is abandoned.
 */
export async function askAgent(
  deps: AskDeps,
  turn: AskedTurn,
  { key, talk, until }: { key: string; talk: readonly MessageRecord[]; until: Date },
): Promise<AgentAnswer> {
  const { agent, state } = turn;
  const since = state.handed_over_at === null ? null : new Date(state.handed_over_at);
  const messages = await readFiles(deps, talk, { key, provider: agent.provider, since, until });
  return askAbout(deps, turn, { key, messages, until });
}

/** Like `askAgent`, but accepts the messages in prompt form, oldest first. */
export async function askAbout(
  deps: Pick<AskDeps, "clock" | "providers">,
  turn: AskedTurn,
  { key, messages, until }: { key: string; messages: readonly PromptMessage[]; until: Date },
): Promise<AgentAnswer> {
  const { agent, instance, found, state, on } = turn;
  const settings = {
    instructions: agent.instructions,
    knowledge: agent.knowledge,
    name: found.known?.contact_name ?? null,
    zone: on.zone,
    openingHours: on.autoReply?.hours ?? agent.hours,
    since: state.handed_over_at === null ? null : new Date(state.handed_over_at),
  };
  const question = {
    ...agentPrompt(settings, messages, deps.clock.now()),
    provider: agent.provider,
    model: agent.model,
    chatTag: providerTag(key, `${instance.id} ${found.person}`),
    cacheTag: providerTag(key, instance.id),
  };
  const outcome = await deps.providers.answer(key, question, until);
  const usage = "usage" in outcome ? outcome.usage : NO_USAGE;
  if (outcome.kind === "refused") return { kind: "handover", usage, outcome };
  if (outcome.kind !== "answered") return { kind: "not_answered", usage, outcome };
  if (outcome.is_cut) return { kind: "handover", usage, outcome };
  const answer = parseReply(outcome.text);
  if (answer === null || answer.handover) return { kind: "handover", usage, outcome };
  // Loaded lazily: the Markdown parser makes up a tenth of a function's code, and most runs don't query a model.
  const { finishReply } = await import("../../domain/answers/agent-reply.ts");
  const text = finishReply(answer.reply, agent);
  return text === null ? { kind: "handover", usage, outcome } : { kind: "reply", text, usage, outcome };
}
