import { memo } from "../../../core/domain/memo.ts";

/** A statement in a role's policies, with its resources as ARNs of this machine. */
export interface Statement {
  effect: "Allow" | "Deny";
  actions: readonly string[];
  resources: readonly string[];
  /** Values by operator and condition key. One of a key's values must match. */
  conditions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** A right that a request needs. */
export interface NeededRight {
  /** The action, such as `dynamodb:PutItem`. */
  action: string;
  /** The ARN of the resource. */
  resource: string;
  /** The values of condition keys. A key missing from this object is also missing from the request. */
  context: Readonly<Record<string, readonly string[]>>;
}

/**
 * Decides as IAM does: a matching Deny refuses the right. Otherwise, a matching Allow permits it. A right that no
 * statement covers is refused.
 */
export function isAllowed(statements: readonly Statement[], needed: NeededRight): boolean {
  const matching = statements.filter((statement) => matches(statement, needed));
  return matching.some(({ effect }) => effect === "Allow") && !matching.some(({ effect }) => effect === "Deny");
}

/** Whether a statement covers a right. */
export function matches({ actions, resources, conditions }: Statement, { action, resource, context }: NeededRight) {
  return (
    actions.some((pattern) => isLike(action.toLowerCase(), pattern.toLowerCase())) &&
    resources.some((pattern) => isLike(resource, pattern)) &&
    Object.entries(conditions).every(([operator, keys]) =>
      Object.entries(keys).every(([key, values]) => holds(operator, context[key], values)),
    )
  );
}

function holds(operator: string, given: readonly string[] | undefined, wanted: readonly string[]): boolean {
  const compare = COMPARISONS[operator.replace(/^ForAllValues:/, "")];
  if (!compare) throw new Error(`The condition operator ${operator} is not emulated.`);
  const isOne = (value: string) => wanted.some((pattern) => compare(value, pattern));
  // As in IAM, a request without the condition key satisfies ForAllValues and no other operator.
  if (operator.startsWith("ForAllValues:")) return (given ?? []).every(isOne);
  return given !== undefined && given.length > 0 && given.every(isOne);
}

const COMPARISONS: Readonly<Record<string, (value: string, pattern: string) => boolean>> = {
  StringEquals: (value, pattern) => value === pattern,
  StringLike: isLike,
  ArnEquals: isLike,
  ArnLike: isLike,
  Bool: (value, pattern) => value === pattern,
};

/** Matches a value against an IAM pattern, in which `*` matches any text and `?` a single character. */
function isLike(value: string, pattern: string): boolean {
  return /[*?]/.test(pattern) ? asRegExp(pattern).test(value) : value === pattern;
}

const PATTERNS_MAX = 1_000;

const asRegExp = memo(PATTERNS_MAX, (pattern: string) => {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s");
});
