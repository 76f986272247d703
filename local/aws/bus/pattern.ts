import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";
import type { Json } from "../service/service.ts";

/**
 * The matchers that can be used in a pattern's list. Each returns whether its operand matches a value, which is
 * undefined if the event doesn't contain it.
 */
const MATCHERS: Readonly<Record<string, (operand: unknown, value: unknown) => boolean>> = {
  prefix: (operand, value) => typeof value === "string" && value.startsWith(String(operand)),
  suffix: (operand, value) => typeof value === "string" && value.endsWith(String(operand)),
  exists: (operand, value) => (value !== undefined) === operand,
  "anything-but": (operand, value) => value !== undefined && ![operand].flat().includes(value),
};

/**
 * Validates a rule's pattern. @throws AwsError InvalidEventPatternException, also for operators that this emulation
 * doesn't support.
 */
export function readPattern(text: string): Json {
  let pattern: unknown;
  try {
    pattern = JSON.parse(text);
  } catch {
    throw invalid("Event pattern is not valid JSON.");
  }
  if (!isObject(pattern)) throw invalid("Event pattern must be an object.");
  check(pattern);
  return pattern;
}

function check(pattern: Json): void {
  for (const [name, wanted] of Object.entries(pattern)) {
    if (isObject(wanted)) check(wanted);
    else if (!Array.isArray(wanted) || wanted.length === 0) throw invalid(`"${name}" must be an object or a list.`);
    else {
      for (const entry of wanted) {
        const [operator, ...others] = isObject(entry) ? Object.keys(entry) : [];
        if (operator === undefined && !isObject(entry)) continue;
        if (operator === undefined || others.length > 0 || !Object.hasOwn(MATCHERS, operator)) {
          throw invalid(`The pattern of "${name}" uses an operator that is not emulated here.`);
        }
      }
    }
  }
}

/** Whether an event matches a pattern that `readPattern` has accepted. */
export function fitsPattern(pattern: Json, event: Json): boolean {
  return Object.entries(pattern).every(([name, wanted]) => {
    const value = event[name];
    if (isObject(wanted)) return isObject(value) && fitsPattern(wanted, value);
    const values = Array.isArray(value) ? value : [value];
    return Array.isArray(wanted) && wanted.some((entry) => values.some((one) => fitsEntry(entry, one)));
  });
}

function fitsEntry(entry: unknown, value: unknown): boolean {
  if (!isObject(entry)) return entry === value;
  return Object.entries(entry).every(([operator, operand]) => MATCHERS[operator]?.(operand, value) ?? false);
}

const invalid = (message: string) =>
  new AwsError("InvalidEventPatternException", `Event pattern is not valid. ${message}`);
