import { ROUTES, type RouteId, type RouteRow } from "../../core/contracts/routes.ts";

/** Result of looking up a method and a path. `methods`: those that the path takes, for `Allow`. */
export type RouteMatch =
  | { kind: "found"; id: RouteId; params: Record<string, string> }
  | { kind: "wrong_method"; methods: string[] }
  | { kind: "unknown" };

const TABLE = (Object.entries(ROUTES) as [RouteId, RouteRow][]).map(([id, row]) => ({
  id,
  method: row.method as string,
  segments: row.path.split("/"),
}));

/** Looks a request up in the route table. A path must match exactly: no trailing slash, no other case. */
export function matchRoute(method: string, path: string): RouteMatch {
  const segments = path.split("/").map(decoded);
  const known = TABLE.flatMap((route) => {
    const params = paramsOf(route.segments, segments);
    return params ? [{ ...route, params }] : [];
  });
  const found = known.find((route) => route.method === method);
  if (found) return { kind: "found", id: found.id, params: found.params };
  if (known.length === 0) return { kind: "unknown" };
  return { kind: "wrong_method", methods: [...new Set(known.map((route) => route.method))].sort() };
}

function paramsOf(pattern: string[], segments: string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [i, expected] of pattern.entries()) {
    const given = segments[i] ?? "";
    const name = /^\{(\w+)\}$/.exec(expected)?.[1];
    if (name === undefined ? expected !== given : given === "") return null;
    if (name !== undefined) params[name] = given;
  }
  return params;
}

/** A segment that is not percent-encoded properly stays as it is: it then matches nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toWellFormed();
  } catch {
    return segment;
  }
}
