import type { MiddlewareObj } from "@middy/core";
import { isKeyAllowed } from "../../../core/domain/accounts/key-scope.ts";
import { ApiError } from "../../../core/errors.ts";
import { requireInstanceScope } from "../../../core/operations/access/read-instance.ts";
import type { ApiEvent, ApiResult, ApiState } from "../api-request.ts";

/** The error message for a caller whose trial has ended. */
export const TRIAL_OVER =
  "The trial has ended, so no new messages are sent. Choose a plan to continue. You can still read everything, and messages from people still arrive.";

/**
 * Rejects three kinds of requests: those with a key that the route doesn't accept, those with a single-instance key
 * whose path or query refers to another instance, and, after the trial, all requests that send messages. Doesn't read
 * the table. The route itself checks an `instance_id` in the body.
 * @throws ApiError 403 `key_not_allowed`, `plan_limit`.
 */
export function authorize(): MiddlewareObj<ApiEvent, ApiResult> {
  return { before: ({ event }) => requireAllowed(event.api) };
}

/**
 * Performs the same checks for a request whose caller and route are known. @throws ApiError 403 `key_not_allowed`,
 * `plan_limit`.
 */
export function requireAllowed({ caller, route, query }: Pick<ApiState, "caller" | "route" | "query">): void {
  if (!caller || !route) return;
  const { scope, path, notAfterTrial } = route.row;
  if (!isKeyAllowed(scope, caller)) throw new ApiError("key_not_allowed");
  if (path.startsWith("/v1/instances/{id}")) requireInstanceScope(caller, route.params.id ?? "");
  if (typeof query.instance_id === "string") requireInstanceScope(caller, query.instance_id);
  if (notAfterTrial && caller.trial_ended) throw new ApiError("plan_limit", { message: TRIAL_OVER });
}
