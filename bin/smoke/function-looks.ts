import type { RouteRow } from "../../core/contracts/route-tables.ts";
import { ROUTES, type RouteId } from "../../core/contracts/routes.ts";
import type { Ask, CanaryAnswer } from "../../functions/canary/ask-api.ts";
import { CheckFailed, codeOf } from "../../functions/canary/check-failed.ts";
import { API_FUNCTIONS } from "../../lib/api-functions.ts";
import type { FunctionWiring } from "../../lib/function-wiring.ts";

/** A check of a single API function. */
export interface FunctionLook {
  /** The function's name in the wiring table. */
  of: string;
  name: string;
  /** @throws CheckFailed if the function's response isn't as expected. */
  run(ask: Ask): Promise<void>;
}

/** A stand-in for every id in a path. No record has this id. */
const NOBODYS_ID = "smoke-test";

/** Matches a path segment that contains an id. */
const PARAMETER = /\{[^}]+\}/g;

/**
 * Returns a GET request for each API function, derived from the tables that define the stacks. The requests change
 * nothing. They reveal functions that fail individually, for example because a permission or variable is missing.
 * @param key an API key of any kind. If null, the functions are called without a key and must respond with 401.
 */
export function functionLooks(key: string | null): FunctionLook[] {
  return API_FUNCTIONS.map((wiring) => {
    const { path, isAccepted } = requestOf(wiring, key !== null);
    return {
      of: wiring.name,
      name: `GET ${path} of ${wiring.name}`,
      async run(ask) {
        const answer = await ask({ path, ...(key !== null && { key }) });
        if (isAccepted(answer)) return;
        const code = codeOf(answer.body);
        throw new CheckFailed(
          `responded with ${answer.status}${code === null ? ", but not in the API's error format" : ` (${code})`}`,
        );
      },
    };
  });
}

interface Request {
  path: string;
  isAccepted(answer: CanaryAnswer): boolean;
}

function requestOf({ name, trigger }: FunctionWiring, hasKey: boolean): Request {
  if (trigger.kind === "http_default") return { path: "/v1/no-such-thing", isAccepted: refusedBy([404], "not_found") };
  if (trigger.kind === "http_paths") {
    const [path = "/"] = trigger.paths;
    // AI assistants use only POST. Any other method is refused before the key is checked.
    return { path, isAccepted: refusedBy([405]) };
  }
  if (trigger.kind !== "http") throw new Error(`${name} is not started by HTTP; it has no routes.`);
  const route = plainestGet(trigger.routes);
  if (!route) throw new Error(`${name} has no GET. Give it a look of its own in bin/smoke/function-looks.ts.`);
  return { path: route.path.replaceAll(PARAMETER, NOBODYS_ID), isAccepted: acceptedOf(route, hasKey) };
}

/** Returns the GET route with the fewest ids in its path. */
function plainestGet(ids: readonly RouteId[]): RouteRow | undefined {
  const gets = ids.map((id): RouteRow => ROUTES[id]).filter(({ method }) => method === "GET");
  return gets.toSorted((one, other) => idsIn(one) - idsIn(other))[0];
}

const idsIn = ({ path }: RouteRow): number => path.match(PARAMETER)?.length ?? 0;

function acceptedOf(route: RouteRow, hasKey: boolean): Request["isAccepted"] {
  if (route.scope !== "public" && !hasKey) return refusedBy([401], "unauthenticated");
  if (idsIn(route) > 0) {
    const isRefused = refusedBy([404]);
    // The function for unknown paths also responds with `not_found`. Only the public routes for file links can
    // legitimately return that code themselves, so it is accepted only from them.
    return (answer) => isRefused(answer) && (route.scope === "public" || codeOf(answer.body) !== "not_found");
  }
  const isFound = ({ status, body }: CanaryAnswer) => status === 200 && body !== null;
  // The canary's key only has the read scope.
  return route.scope === "read" || route.scope === "public"
    ? isFound
    : (answer) => isFound(answer) || refusedBy([403])(answer);
}

/** Whether the request was refused by our own code, using the API's error format. */
const refusedBy =
  (statuses: readonly number[], code: string | null = null): Request["isAccepted"] =>
  ({ status, body }) =>
    statuses.includes(status) && (code === null ? codeOf(body) !== null : codeOf(body) === code);
