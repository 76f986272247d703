import { ROUTES, type RouteRow } from "../../core/contracts/routes.ts";
import { API_FUNCTIONS } from "../../lib/wiring.ts";
import { CALLED } from "../../local/system/rights/note-calls.ts";

/** The lines of a run in which every route of the API was called at its function. */
export const EVERY_ROUTE: readonly string[] = API_FUNCTIONS.flatMap(({ name, trigger }) =>
  trigger.kind !== "http"
    ? []
    : trigger.routes.map((id) => {
        const { method, path }: RouteRow = ROUTES[id];
        return `${name} ${CALLED} ${method} ${path}`;
      }),
);

/**
 * The routes of the API that a whole run has called on no gateway whose roles are judged, a sentence each: what their
 * function lacks there would be found by customers.
 * @param called lines as `noteCalls` writes them, among others.
 */
export function uncalledRoutes(called: ReadonlySet<string>): string[] {
  return EVERY_ROUTE.filter((line) => !called.has(line)).map(
    (line) => `No test has used a route in its function's name: ${line.replace(` ${CALLED} `, ", ")}.`,
  );
}
