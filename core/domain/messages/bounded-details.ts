import { CONTENT_LIMITS } from "../../contracts/content/content-limits.ts";
import type { MessageDetails } from "../../contracts/content/details.ts";

/** Details whose JSON is within the limit: of the largest one, half a list or the whole is left out until it is. */
export function boundedDetails(details: MessageDetails): MessageDetails {
  let bounded: Record<string, unknown> = details;
  while (bytesOf(bounded) > CONTENT_LIMITS.detailsMaxBytes) {
    const largest = Object.keys(bounded).reduce((a, b) => (bytesOf(bounded[b]) > bytesOf(bounded[a]) ? b : a));
    const { [largest]: value, ...rest } = bounded;
    bounded = { ...rest, ...less(largest, value) };
  }
  return bounded as MessageDetails; // the same fields, or fewer
}

/** Less of one detail; nothing of what can't be shortened. */
function less(name: string, value: unknown): Record<string, unknown> {
  if (Array.isArray(value) && value.length > 1) return { [name]: value.slice(0, Math.floor(value.length / 2)) };
  if (name !== "interactive") return {};
  const choice = value as NonNullable<MessageDetails["interactive"]>; // that field's type
  return choice.response === null ? {} : { interactive: { ...choice, response: null } };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
