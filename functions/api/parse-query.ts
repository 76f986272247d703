import { wellFormedText } from "../../core/domain/well-formed.ts";
import type { Query } from "./api-request.ts";

/**
 * Parses a raw query string into names and values. `types[]=a&types[]=b`, `types[0]=a&types[1]=b` and `types=a&types=b`
 * all result in `types: ["a", "b"]`. Invalid percent-encoding is left unchanged.
 */
export function parseQuery(raw: string): Query {
  const query: Query = Object.create(null);
  for (const [key, given] of new URLSearchParams(raw)) {
    const value = wellFormedText(given);
    const bracketed = /^([^[\]]+)\[\d*\]$/.exec(key)?.[1];
    const name = bracketed ?? key;
    const before = query[name];
    if (before === undefined) query[name] = bracketed ? [value] : value;
    else query[name] = [before, value].flat();
  }
  return query;
}
