import { AGENT_LIMITS } from "../../contracts/answers/answer-limits.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { type AgentHealth, agentState, mayAsk } from "../../domain/answers/agent-health.ts";
import type { AutomationState } from "../../domain/answers/chat-state.ts";
import type { Automations } from "../../domain/answers/decide-answer.ts";
import { turnDue } from "../../domain/answers/turn-timing.ts";
import { languageOfPhone } from "../../domain/broadcasts/country-language.ts";
import { localDay } from "../../domain/protection/local-time.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import { type AgentRecord, agentDays, agentHealths, agentRecords, healthOf } from "../../records/answers/agent.ts";
import { autoReplyRecords } from "../../records/answers/auto-reply.ts";
import { type AutomationsRecord, automationsRecords } from "../../records/answers/automations.ts";
import { chatStateOf, chatStates } from "../../records/answers/chat-state.ts";
import { menuRecords } from "../../records/answers/menu.ts";
import { type TextRow, textRowMessage } from "../../records/answers/text-row.ts";
import { type InstanceRecord, instanceRecords } from "../../records/instance.ts";
import { type MessageRecord, messageRecords } from "../../records/message.ts";
import { type FoundPerson, readPersonWith } from "../../records/person.ts";
import { zoneAmong } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import type { Item } from "../../store/table.ts";
import { type PlanWord, planWord } from "../accounts/check-plan.ts";

/** A turn's chat, read consistently and before its settings. */
export interface TurnChat {
  instance: InstanceRecord;
  found: FoundPerson;
  automations: AutomationsRecord | null;
  state: AutomationState;
  /** The time zone that determines opening hours and when a day starts. */
  zone: string;
}

/** Everything that the decision about a turn is based on. */
export interface Turn extends TurnChat {
  rows: TextRow[];
  /** The messages that the rows refer to, oldest first. Messages that are no longer stored are missing. */
  messages: MessageRecord[];
  /** Whether the account's plan allows an answer, and the writes that count the answer. */
  plan: PlanWord;
  agent: AgentRecord | null;
  health: AgentHealth | null;
  /** The local date under which answers are counted. */
  day: string;
  on: Automations;
}

/** Reads a turn's chat. @returns null if the instance does not exist. */
export async function readTurnChat(
  { table, clock }: Pick<LaneDeps, "table" | "clock">,
  instanceId: InstanceId,
  person: string,
): Promise<TurnChat | null> {
  const own = [keys.instance(instanceId), keys.automations(instanceId), keys.sending(instanceId)];
  const places = [...own, keys.chatState(instanceId, person)];
  const { found, items } = await readPersonWith(table, instanceId, person, places);
  const instance = instanceRecords.among(items, instanceId);
  if (!instance || instance.removed_at !== null) return null;
  const state = chatStateOf(chatStates.among(items, instanceId, person));
  const zone = zoneAmong(items, instance, clock.now());
  return { instance, found, automations: automationsRecords.among(items, instanceId), state, zone };
}

/** Returns when a turn may start: once the person has been silent for a while and the provider is no longer paused. */
export function dueOfTurn(rows: readonly TextRow[], automations: AutomationsRecord | null): Date | null {
  const due = turnDue(
    rows.map(({ put_at }) => ({ put_at: new Date(put_at) })),
    automations?.wait_seconds ?? AGENT_LIMITS.waitSec,
  );
  const rest = rows.reduce((latest, { rest_until }) => Math.max(latest, Date.parse(rest_until ?? "") || 0), 0);
  return due && new Date(Math.max(due.getTime(), rest));
}

/** Reads the enabled automations' settings and the turn's messages. */
export async function readTurn(
  { table, clock }: Pick<LaneDeps, "table" | "clock">,
  chat: TurnChat,
  rows: TextRow[],
): Promise<Turn> {
  const { automations, instance } = chat;
  const now = clock.now();
  const day = localDay(now, chat.zone);
  const id = instance.id;
  const items = await table.getMany([
    keys.account(instance.account_id),
    ...(automations?.agent ? [keys.agent(id), keys.agentState(id), keys.agentDay(id, day)] : []),
    ...(automations?.menu ? [keys.menu(id)] : []),
    ...(automations?.auto_reply ? [keys.autoReply(id)] : []),
    ...rows.map((row) => keys.message(row.account_id, textRowMessage(row))),
  ]);
  const stored = new Set(rows.map(textRowMessage));
  const messages = items
    .filter(({ sk }) => stored.has(sk))
    .map(messageRecords.of)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const account = accountRecords.among(items, instance.account_id);
  const plan = await planWord({ table, clock }, instance.account_id, account);
  const agent = agentRecords.among(items, id);
  const health = healthOf(agentHealths.among(items, id));
  return {
    ...chat,
    rows,
    messages,
    plan,
    agent,
    health,
    day,
    on: automationsOf(instance, chat.zone, items, { agent, health, day, now }),
  };
}

/** Builds the automations in the form that `decideAnswer` expects. */
export function automationsOf(
  instance: Pick<InstanceRecord, "id" | "phone">,
  zone: string,
  items: Item[],
  { agent, health, day, now }: { agent: AgentRecord | null; health: AgentHealth | null; day: string; now: Date },
): Automations {
  const menu = menuRecords.among(items, instance.id);
  const used = agentDays.among(items, instance.id, day);
  const tokens = (used?.input_tokens ?? 0) + (used?.output_tokens ?? 0);
  return {
    zone,
    menu: menu && { ...menu, language: menu.document.language ?? languageOfPhone(instance.phone) },
    agent: agent && {
      enabled: agent.enabled,
      // Once a failing provider's pause is over, a single turn retries it. All other turns still see the error.
      state: mayAsk(health, now) ? "on" : agentState(agent, health),
      hours: agent.hours,
      handover_words: agent.handover_words,
      perChat: agent.max_replies_per_chat_per_day,
      use: { day, replies: used?.replies ?? 0, tokens },
    },
    autoReply: autoReplyRecords.among(items, instance.id),
  };
}
