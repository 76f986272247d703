import type { MiddlewareObj } from "@middy/core";
import type { RouteId } from "../../../core/contracts/routes.ts";
import { readAhead } from "../../../core/store/read-ahead.ts";
import type { ApiDeps } from "../../own-deps.ts";
import type { ApiEvent, ApiResult } from "../api-request.ts";
import type { Route } from "../route.ts";
import { bodyOf } from "./parse-request.ts";

/**
 * Larger bodies aren't parsed ahead of time. Parsing them twice would cost more than it saves, because such requests
 * take a while anyway.
 */
const LARGEST_CHARS = 20_000;

/**
 * Starts reading the table items that the route needs first, while the request is still being counted against its
 * limits. The items aren't used for a response until the count is complete, and an unreadable body is reported where it
 * is parsed. Runs after `authenticate`, so only authenticated callers cause reads.
 */
export function beginReading(
  deps: () => ApiDeps,
  find: (id: RouteId) => Route | undefined,
): MiddlewareObj<ApiEvent, ApiResult> {
  return {
    before({ event }) {
      const { caller, route } = event.api;
      const ahead = caller && route && find(route.id)?.definition.ahead;
      if (!ahead || (event.body ?? "").length > LARGEST_CHARS) return;
      try {
        const wanted = ahead(bodyOf(event));
        if (wanted === null) return;
        event.api.ahead = readAhead(deps().table, wanted);
        event.api.ahead.catch(() => {}); // reported to the reader, if there is still one
      } catch {
        // An unreadable body is reported later, where it is parsed.
      }
    },
  };
}
