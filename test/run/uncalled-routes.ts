import type { RouteRow } from "../../core/contracts/route-tables.ts";
import { ROUTES } from "../../core/contracts/routes.ts";
import { API_FUNCTIONS } from "../../lib/wiring.ts";
import { CALLED } from "../../local/system/rights/note-calls.ts";

/** The lines that a run records if it calls every route of the API on its function. */
export const EVERY_ROUTE: readonly string[] = API_FUNCTIONS.flatMap(({ name, trigger }) =>
  trigger.kind !== "http"
    ? []
    : trigger.routes.map((id) => {
        const { method, path }: RouteRow = ROUTES[id];
        return `${name} ${CALLED} ${method} ${path}`;
      }),
);

/**
 * Returns one sentence for each API route that a complete run never called on a gateway that enforces roles. If the
 * function behind such a route lacked a right, customers would be the first to notice.
 * @param called lines as written by `noteCalls`, among others.
 */
export function uncalledRoutes(called: ReadonlySet<string>): string[] {
  return EVERY_ROUTE.filter((line) => !called.has(line)).map(
    (line) => `No test has used a route in its function's name: ${line.replace(` ${CALLED} `, ", ")}.`,
  );
}
