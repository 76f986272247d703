import type { AnsweredBy } from "../../contracts/answers/answer-states.ts";
import { LEVEL_RULE, type TriedAnswer, type TryAnswerBody } from "../../contracts/answers/try-answer.ts";
import { type ChatState, menuShown, NEW_CHAT } from "../../domain/answers/chat-state.ts";
import { type Automations, type Decision, decideAnswer } from "../../domain/answers/decide-answer.ts";
import { whyAnswered } from "../../domain/answers/why-answered.ts";
import { localDay } from "../../domain/protection/local-time.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type AgentRecord, agentHealths, agentRecords } from "../../records/answers/agent.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { automationsOf } from "./read-turn.ts";

/**
 * Finds what would answer a text, by the decision that turns are made with; writes and sends nothing. A chat without a
 * `level` is a new one. Spec: POST …/automations/try. @throws ApiError `validation_failed` for a level without a list.
 */
export async function tryAnswer(
  { table, clock }: Pick<LaneDeps, "table" | "clock">,
  instance: InstanceRecord,
  { text, level }: TryAnswerBody,
): Promise<TriedAnswer> {
  const { id } = instance;
  const now = clock.now();
  const day = localDay(now, instance.timezone);
  const places = [keys.agent(id), keys.agentState(id), keys.agentDay(id, day), keys.menu(id), keys.autoReply(id)];
  const items = await table.getMany(places);
  const agent = agentRecords.among(items, id);
  const health = agentHealths.among(items, id);
  const on = automationsOf(instance, items, { agent, health, day, now });
  const chat = chatAt(on, level ?? null, now);
  const before = level ? now.getTime() : null;
  const decision = decideAnswer(chat, on, { text, before }, now);
  return {
    answered_by: ANSWERED[decision.kind],
    text: textOf(decision, on, agent),
    why: whyAnswered(decision),
  };
}

/** A chat whose list at this level is open. */
function chatAt({ menu }: Automations, level: number[] | null, now: Date): ChatState {
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
    const own = decision.why === "words" ? "" : menu?.document.handover_message;
    return own || agent?.handover_message || null;
  }
  return "text" in decision ? decision.text || null : null;
}
