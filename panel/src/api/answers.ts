import { queryOptions } from "@tanstack/react-query";
import type { ChangeAgentBody } from "../../../core/contracts/answers/change-agent.ts";
import type { ChangeAutoReplyBody } from "../../../core/contracts/answers/change-auto-reply.ts";
import type { TryAnswerBody } from "../../../core/contracts/answers/try-answer.ts";
import { call } from "./call.ts";

const key = (instance: string, what: string) => ["instances", instance, "answers", what] as const;

/** A number's menu. */
export const menuQuery = (instance: string) =>
  queryOptions({
    queryKey: key(instance, "menu"),
    queryFn: ({ signal }) => call("menu.get", { at: { id: instance }, signal }),
  });

/** Its AI agent; never with the key. */
export const agentQuery = (instance: string) =>
  queryOptions({
    queryKey: key(instance, "agent"),
    queryFn: ({ signal }) => call("ai_agent.get", { at: { id: instance }, signal }),
  });

/** Its auto-reply. */
export const autoReplyQuery = (instance: string) =>
  queryOptions({
    queryKey: key(instance, "auto-reply"),
    queryFn: ({ signal }) => call("auto_reply.get", { at: { id: instance }, signal }),
  });

/** Replaces the menu whole. */
export const replaceMenu = (instance: string, body: object) => call("menu.replace", { at: { id: instance }, body });

/** Changes the agent; omitted fields stay. */
export const changeAgent = (instance: string, body: ChangeAgentBody) =>
  call("ai_agent.change", { at: { id: instance }, body });

/** Changes the auto-reply; omitted fields stay. */
export const changeAutoReply = (instance: string, body: ChangeAutoReplyBody) =>
  call("auto_reply.change", { at: { id: instance }, body });

/** Asks who would answer a text; nothing is sent. */
export const tryAnswer = (instance: string, body: TryAnswerBody) =>
  call("automations.try", { at: { id: instance }, body });
