import * as z from "zod";
import { ACTIVITY_OF_ROUTE, type ActivityAction } from "../../core/contracts/activity.ts";
import { ID_PREFIXES, idPattern } from "../../core/contracts/ids.ts";
import type { RouteId } from "../../core/contracts/routes.ts";
import { activityWrite, actorOf } from "../../core/records/accounts/activity.ts";
import type { ApiDeps } from "../own-deps.ts";
import type { ApiState } from "./api-request.ts";
import { isReplay } from "./idempotent.ts";
import type { Reply } from "./reply.ts";

const ACTIONS: Partial<Record<RouteId, ActivityAction | "itself" | null>> = ACTIVITY_OF_ROUTE;
const INSTANCE_ID = idPattern(ID_PREFIXES.instance);

/**
 * Adds a successful request to the activity log, unless its operation does so itself. The change has already been made,
 * so a failure to write the entry is only logged and doesn't turn the response into an error.
 * @param body the route's schema. Only the names of fields in the schema are recorded.
 */
export async function writeActivity(
  deps: ApiDeps,
  { api, body }: { api: ApiState; body: z.ZodType | undefined },
  reply: Reply,
): Promise<void> {
  const { route, caller, source } = api;
  const action = route && ACTIONS[route.id];
  if (!route || !caller || !action || action === "itself" || reply.status >= 300 || isReplay(reply)) return;
  const { instance, subject } = subjectOf(route.params, reply);
  const line = {
    account_id: caller.account_id,
    owner: instance ?? caller.instance_id ?? "account",
    action,
    actor: actorOf(caller, source),
    subject,
    changed: Object.keys(api.body ?? {}).filter((name) => body instanceof z.ZodObject && name in body.shape),
  };
  try {
    await deps.table.write(activityWrite(deps.ids, line, api.now));
  } catch (error) {
    const fields = { request_id: api.requestId, account_id: caller.account_id, action, err: error };
    deps.log.error(fields, "A change was made, but it could not be recorded in the activity log.");
  }
}

/**
 * Determines what a request was about: the instance, and the message, chat, group, event, key or label. Either of these
 * is in the path; the other may be in the response.
 */
function subjectOf(params: Record<string, string>, { body }: Reply) {
  const answered = ((body as { data?: Record<string, unknown> } | undefined)?.data ?? {}) as Record<string, unknown>; // our own answer
  const named = params.id ?? params.event_id ?? textOf(answered.id);
  if (named !== null && INSTANCE_ID.test(named))
    return { instance: named, subject: params.chat ?? params.group ?? params.label ?? null };
  return { instance: textOf(answered.instance_id), subject: named };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null);
