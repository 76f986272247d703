/** A template rule that deletes files after some time. */
interface Expiry {
  /** The key prefix that the rule applies to. */
  prefix: string;
  days: number;
}

/**
 * Whether some files in a bucket would be deleted sooner than before. Rules are only compared by key prefix. A rule
 * with further conditions is treated as if it applied to all files with its prefix.
 * @param before a bucket's `LifecycleConfiguration`, or undefined if the bucket deletes nothing.
 */
export function expiresSooner(before: unknown, after: unknown): boolean {
  const old = expiries(before);
  return expiries(after).some(({ prefix, days }) => days < keptDays(old, prefix));
}

/**
 * Returns how many days all files with a prefix are certain to be retained: the shortest period of all matching rules,
 * or infinity if no rule matches.
 */
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
    // An expiration date takes effect for every file immediately, and so might a number of days that only
    // CloudFormation can resolve.
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
