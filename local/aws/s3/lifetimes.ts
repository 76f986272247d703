import { AwsError } from "../service/aws-error.ts";
import { malformed } from "./read-body.ts";
import type { Bucket } from "./store.ts";
import { elements, textOf } from "./xml.ts";

const MOST_RULES = 1_000;
const ID_CHARS = 255;

/**
 * Parses a bucket's lifecycle rules, in days: expiration by prefix and, for the whole bucket, when to abort unfinished
 * uploads. @throws AwsError for rules that S3 refuses.
 */
export function lifetimes(document: string): Pick<Bucket, "expirations" | "abortUploadsAfterDays"> {
  const rules = elements(document, "Rule");
  if (rules.length === 0 || rules.length > MOST_RULES) throw malformed();
  const expirations: Bucket["expirations"] = [];
  let abortUploadsAfterDays: number | null = null;
  for (const rule of rules) {
    checkRule(rule);
    const [expiration = ""] = elements(rule, "Expiration");
    const days = wholeDays(textOf(expiration, "Days"));
    const endsAfter = wholeDays(textOf(rule, "DaysAfterInitiation"));
    if (days === null && endsAfter === null)
      throw new AwsError("InvalidRequest", "At least one action needs to be specified in a rule.");
    if (textOf(rule, "Status") !== "Enabled") continue;
    if (days !== null) expirations.push({ prefix: textOf(rule, "Prefix") ?? "", days });
    abortUploadsAfterDays ??= endsAfter;
  }
  return { expirations, abortUploadsAfterDays };
}

function checkRule(rule: string): void {
  const isWhole = ["Enabled", "Disabled"].includes(textOf(rule, "Status") ?? "");
  const hasPlace = /<(Filter|Prefix)\b/.test(rule);
  if (!isWhole || !hasPlace) throw malformed();
  if ((textOf(rule, "ID") ?? "").length > ID_CHARS)
    throw new AwsError("InvalidArgument", `ID length should not exceed allowed limit of ${ID_CHARS}`);
}

function wholeDays(text: string | undefined): number | null {
  if (text === undefined) return null;
  const days = Number(text);
  if (Number.isInteger(days) && days > 0) return days;
  throw new AwsError("InvalidArgument", "Days in a lifecycle rule must be a positive whole number.");
}
