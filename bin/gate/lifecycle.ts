/** A template's rule that deletes files. */
interface Expiry {
  /** The key prefix that the rule applies to. */
  prefix: string;
  days: number;
}

/**
 * Whether some files in a bucket would be deleted sooner than before. Rules are compared by key prefix alone; a rule
 * with further conditions counts as if it applied to all files with its prefix.
 * @param before a bucket's `LifecycleConfiguration`, or undefined if it deletes nothing.
 */
export function expiresSooner(before: unknown, after: unknown): boolean {
  const old = expiries(before);
  return expiries(after).some(({ prefix, days }) => days < keptDays(old, prefix));
}

/** Returns how long all files below a prefix were certainly kept: by their strictest rule, or forever. */
function keptDays(rules: readonly Expiry[], prefix: string): number {
  const days = rules.filter((rule) => prefix.startsWith(rule.prefix)).map((rule) => rule.days);
  return Math.min(...days, Number.POSITIVE_INFINITY);
}

function expiries(configuration: unknown): Expiry[] {
  return listOf(fieldOf(configuration, "Rules")).flatMap((rule) => {
    if (fieldOf(rule, "Status") !== "Enabled") return [];
    const prefix = fieldOf(rule, "Prefix") ?? "";
    const days = [
      fieldOf(rule, "ExpirationInDays"),
      fieldOf(fieldOf(rule, "NoncurrentVersionExpiration"), "NoncurrentDays"),
      fieldOf(rule, "NoncurrentVersionExpirationInDays"),
    ].filter((value) => value !== undefined);
    // A date passes for every file at once, and so could a number that only CloudFormation knows.
    if (fieldOf(rule, "ExpirationDate") !== undefined) days.push(0);
    return days.map((value) => ({
      prefix: typeof prefix === "string" ? prefix : "",
      days: typeof value === "number" ? value : 0,
    }));
  });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
