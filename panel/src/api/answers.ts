import { queryOptions } from "@tanstack/react-query";
import type { Agent, AutoReply } from "../../../core/contracts/answers/agent.ts";
import type { ChangeAgentBody } from "../../../core/contracts/answers/change-agent.ts";
import type { ChangeAutoReplyBody } from "../../../core/contracts/answers/change-auto-reply.ts";
import type { Menu } from "../../../core/contracts/answers/replace-menu.ts";
import type { TriedAnswer, TryAnswerBody } from "../../../core/contracts/answers/try-answer.ts";
import { ask } from "./client.ts";

const at = (instance: string, path: string) => `/v1/instances/${encodeURIComponent(instance)}/${path}`;
const key = (instance: string, what: string) => ["instances", instance, "answers", what] as const;

/** A number's menu. */
export const menuQuery = (instance: string) =>
  queryOptions({
    queryKey: key(instance, "menu"),
    queryFn: ({ signal }) => ask<Menu>({ path: at(instance, "menu"), signal }),
  });

/** Its AI agent; never with the key. */
export const agentQuery = (instance: string) =>
  queryOptions({
    queryKey: key(instance, "agent"),
    queryFn: ({ signal }) => ask<Agent>({ path: at(instance, "ai-agent"), signal }),
  });

/** Its auto-reply. */
export const autoReplyQuery = (instance: string) =>
  queryOptions({
    queryKey: key(instance, "auto-reply"),
    queryFn: ({ signal }) => ask<AutoReply>({ path: at(instance, "auto-reply"), signal }),
  });

/** Replaces the menu whole. */
export const replaceMenu = (instance: string, body: object) =>
  ask<Menu>({ method: "PUT", path: at(instance, "menu"), body });

/** Changes the agent; omitted fields stay. */
export const changeAgent = (instance: string, body: ChangeAgentBody) =>
  ask<Agent>({ method: "PATCH", path: at(instance, "ai-agent"), body });

/** Changes the auto-reply; omitted fields stay. */
export const changeAutoReply = (instance: string, body: ChangeAutoReplyBody) =>
  ask<AutoReply>({ method: "PATCH", path: at(instance, "auto-reply"), body });

/** Asks who would answer a text; nothing is sent. */
export const tryAnswer = (instance: string, body: TryAnswerBody) =>
  ask<TriedAnswer>({ method: "POST", path: at(instance, "automations/try"), body });
