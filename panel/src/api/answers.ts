import type { ChangeAgentBody } from "../../../core/contracts/answers/change-agent.ts";
import type { ChangeAutoReplyBody } from "../../../core/contracts/answers/change-auto-reply.ts";
import type { TryAnswerBody } from "../../../core/contracts/answers/try-answer.ts";
import { call } from "./call.ts";
import { queryOf } from "./query.ts";

/** The query for a number's menu. */
export const menuQuery = (instance: string) => queryOf("menu.get", { at: { id: instance } });

/** The query for a number's AI agent. The agent's key is never included. */
export const agentQuery = (instance: string) => queryOf("ai_agent.get", { at: { id: instance } });

/** The query for a number's auto-reply. */
export const autoReplyQuery = (instance: string) => queryOf("auto_reply.get", { at: { id: instance } });

/** Replaces the whole menu. */
export const replaceMenu = (instance: string, body: object) => call("menu.replace", { at: { id: instance }, body });

/** Changes the agent. Omitted fields stay unchanged. */
export const changeAgent = (instance: string, body: ChangeAgentBody) =>
  call("ai_agent.change", { at: { id: instance }, body });

/** Changes the auto-reply. Omitted fields stay unchanged. */
export const changeAutoReply = (instance: string, body: ChangeAutoReplyBody) =>
  call("auto_reply.change", { at: { id: instance }, body });

/** Checks which automation would answer a text, without sending anything. */
export const tryAnswer = (instance: string, body: TryAnswerBody) =>
  call("automations.try", { at: { id: instance }, body });
