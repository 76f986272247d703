import { CONTENT_LIMITS } from "../../contracts/content/content-limits.ts";
import type { MessageDetails } from "../../contracts/content/details.ts";

/**
 * Shortens details until their JSON fits the limit. In each round, the largest detail is cut to half of its list or
 * left out.
 */
export function boundedDetails(details: MessageDetails): MessageDetails {
  let bounded: Record<string, unknown> = details;
  while (bytesOf(bounded) > CONTENT_LIMITS.detailsMaxBytes) {
    const largest = Object.keys(bounded).reduce((a, b) => (bytesOf(bounded[b]) > bytesOf(bounded[a]) ? b : a));
    const { [largest]: value, ...rest } = bounded;
    bounded = { ...rest, ...less(largest, value) };
  }
  return bounded as MessageDetails; // the same fields, or fewer
}

/** Shortens a single detail, or leaves it out if it can't be shortened. */
function less(name: string, value: unknown): Record<string, unknown> {
  if (Array.isArray(value) && value.length > 1) return { [name]: value.slice(0, Math.floor(value.length / 2)) };
  if (name !== "interactive") return {};
  const choice = value as NonNullable<MessageDetails["interactive"]>; // that field's type
  return choice.response === null ? {} : { interactive: { ...choice, response: null } };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
