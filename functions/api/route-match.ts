import type { RouteId } from "../../core/contracts/routes.ts";

/**
 * The result of looking up a method and a path. `methods` lists the methods that the path supports, for the `Allow`
 * header.
 */
export type RouteMatch<Id extends string = RouteId> =
  | { kind: "found"; id: Id; params: Record<string, string> }
  | { kind: "wrong_method"; methods: string[] }
  | { kind: "unknown" };

/** The rows of a route table, prepared for matching. */
export type RouteTable<Id extends string> = { id: Id; method: string; segments: string[] }[];

/** Prepares a route table for matching. */
export function routeTable<Id extends string>(
  rows: Partial<Record<Id, { method: string; path: string }>>,
): RouteTable<Id> {
  const entries = Object.entries(rows) as [Id, { method: string; path: string }][]; // its own ids
  return entries.map(([id, { method, path }]) => ({ id, method, segments: path.split("/") }));
}

/** Looks up a request in a route table. A path must match exactly, including case and trailing slashes. */
export function matchIn<Id extends string>(table: RouteTable<Id>, method: string, path: string): RouteMatch<Id> {
  const segments = path.split("/").map(decoded);
  const known = table.flatMap((route) => {
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

/** Leaves a segment with invalid percent-encoding unchanged, so it doesn't match any ID. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toWellFormed();
  } catch {
    return segment;
  }
}
