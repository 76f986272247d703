import { expiresSooner } from "./lifecycle.ts";
import type { GatedTemplate } from "./template.ts";

type Properties = GatedTemplate["Resources"][string]["Properties"];

/** A setting that protects data and must not be weakened. */
interface Guard {
  /** The property's name in a template. */
  property: string;
  /** The effect that weakening the setting would have on the resource, worded to follow "would" in a sentence. */
  loss: string;
  isLowered(before: Properties, after: Properties): boolean;
}

/**
 * Creates a guard for a setting that must not change once it has the wanted value. The path can lead to properties at
 * any depth.
 */
const kept = (path: string, wanted: unknown, loss: string): Guard => ({
  property: path,
  loss,
  isLowered: (before, after) => isSame(at(before, path), wanted) && !isSame(at(after, path), wanted),
});

/** Creates a guard for a setting that must never change. */
const same = (path: string, loss: string): Guard => ({
  property: path,
  loss,
  isLowered: (before, after) => !isSame(at(before, path), at(after, path)),
});

/** Creates a guard for a number that may increase but not decrease. If it is omitted, AWS's default applies. */
const atLeast = (path: string, standard: number, loss: string): Guard => ({
  property: path,
  loss,
  isLowered: (before, after) => {
    const [old, next] = [at(before, path) ?? standard, at(after, path) ?? standard];
    if (typeof old !== "number" || typeof next !== "number") return !isSame(old, next);
    return next < old;
  },
});

const AGAINST_DELETION = "have less protection against deletion";

/** The four switches that block public access to a bucket. */
const PUBLIC_ACCESS = ["BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets"];

const TABLE: readonly Guard[] = [
  kept("DeletionProtectionEnabled", true, AGAINST_DELETION),
  kept(
    "PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled",
    true,
    "lose all its restore points, and could no longer be restored",
  ),
  atLeast(
    "PointInTimeRecoverySpecification.RecoveryPeriodInDays",
    35,
    "lose its older restore points, and could be restored over fewer days",
  ),
  same("TimeToLiveSpecification", "delete items by a different attribute, or keep items that should expire"),
  same(
    "StreamSpecification",
    "have a different stream or none, and unread records of the current stream would be lost",
  ),
];

/** Settings that protect data, by resource type. Unlisted settings may change. */
const GUARDS: Readonly<Record<string, readonly Guard[]>> = {
  "AWS::DynamoDB::Table": TABLE,
  "AWS::DynamoDB::GlobalTable": TABLE,
  "AWS::KMS::Key": [
    {
      property: "Enabled",
      loss: "no longer decrypt anything encrypted with it",
      isLowered: (before, after) => (before.Enabled ?? true) === true && (after.Enabled ?? true) !== true,
    },
    atLeast(
      "PendingWindowInDays",
      30,
      "disappear sooner after its deletion, which leaves less time to cancel the deletion",
    ),
  ],
  "AWS::S3::Bucket": [
    {
      property: "LifecycleConfiguration",
      loss: "delete files sooner",
      isLowered: (before, after) => expiresSooner(before.LifecycleConfiguration, after.LifecycleConfiguration),
    },
    ...PUBLIC_ACCESS.map((name) => kept(`PublicAccessBlockConfiguration.${name}`, true, "be open to the public")),
    kept("VersioningConfiguration.Status", "Enabled", "no longer keep overwritten or deleted files"),
  ],
  "AWS::Backup::BackupVault": [atLeast("LockConfiguration.MinRetentionDays", 0, "let its backups be deleted sooner")],
  "AWS::Cognito::UserPool": [kept("DeletionProtection", "ACTIVE", AGAINST_DELETION)],
};

/**
 * Finds the first setting whose change would weaken data protection.
 * @returns what the change would do to the resource, phrased to follow "would", or null if no setting is weakened.
 */
export function loweredGuard(type: string, before: Properties, after: Properties): string | null {
  const guard = GUARDS[type]?.find(({ isLowered }) => isLowered(before, after));
  return guard ? `${guard.loss} (${guard.property})` : null;
}

/** Returns the value at a dot-separated path, or undefined if there is none. */
function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce(
      (inner, name) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined),
      value,
    );
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
