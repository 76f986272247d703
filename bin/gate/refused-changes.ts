import { fullDiff, ResourceImpact } from "@aws-cdk/cloudformation-diff";
import { loweredGuard } from "./guards.ts";
import type { GatedTemplate } from "./template.ts";

/** Types of resources that contain data or whose names are used elsewhere, each with its name for use in a sentence. */
const PROTECTED: Record<string, string> = {
  "AWS::DynamoDB::Table": "the table",
  "AWS::DynamoDB::GlobalTable": "the table",
  "AWS::KMS::Key": "the key",
  "AWS::S3::Bucket": "the bucket",
  "AWS::Events::EventBus": "the bus",
  "AWS::Cognito::UserPool": "the user pool",
  "AWS::Backup::BackupVault": "the backup vault",
};

/**
 * Properties whose change makes CloudFormation replace the resource, even though the diff library reports otherwise.
 */
const REPLACING: Record<string, readonly string[]> = {
  "AWS::DynamoDB::Table": ["LocalSecondaryIndexes"],
  "AWS::KMS::Key": ["KeySpec", "KeyUsage", "MultiRegion", "Origin"],
};

const LOST: ReadonlySet<ResourceImpact> = new Set([ResourceImpact.WILL_DESTROY, ResourceImpact.WILL_ORPHAN]);
const REPLACED: ReadonlySet<ResourceImpact> = new Set([ResourceImpact.WILL_REPLACE, ResourceImpact.MAY_REPLACE]);

/** A change that the gate refuses. */
export interface RefusedChange {
  /** The logical id of the resource in the template. */
  id: string;
  /** A plain sentence that describes the change. */
  meaning: string;
}

/** Finds resources in a data stack that would be lost, replaced, or less protected than before. */
export function refusedChanges(before: GatedTemplate, after: GatedTemplate): RefusedChange[] {
  const { resources } = fullDiff(structuredClone(before), structuredClone(after));
  return Object.entries(before.Resources).flatMap(([id, old]) => {
    const what = PROTECTED[old.Type];
    if (what === undefined) return [];
    const impact = resources.changes[id]?.changeImpact ?? ResourceImpact.NO_CHANGE;
    const changed = Object.keys(resources.changes[id]?.propertyUpdates ?? {});
    const causes = changed.filter((name) => isReplaced(resources.changes[id]?.propertyUpdates[name]?.changeImpact));
    const own = changed.filter(
      (name) => REPLACING[old.Type]?.includes(name) || isOtherAttribute(name, old, after.Resources[id]),
    );
    const meaning = LOST.has(impact)
      ? `${what} ${id} would no longer belong to the stack, and its contents would be unreachable or lost`
      : isReplaced(impact) || own.length > 0
        ? `${what} ${id} would be replaced by an empty one, because of ${[...causes, ...own].join(", ") || "its type"}`
        : lessGuarded(what, id, old, after.Resources[id]);
    return meaning === null ? [] : [{ id, meaning: `${meaning}.` }];
  });
}

type Resource = GatedTemplate["Resources"][string];

const isReplaced = (impact: ResourceImpact | undefined) => impact !== undefined && REPLACED.has(impact);

/** Whether a table's key attribute would change its type. */
function isOtherAttribute(property: string, before: Resource, after: Resource | undefined): boolean {
  if (property !== "AttributeDefinitions") return false;
  const types = (of: Resource | undefined) =>
    new Map(listOf(of?.Properties.AttributeDefinitions).map((one) => [one.AttributeName, one.AttributeType]));
  const now = types(after);
  return [...types(before)].some(([name, type]) => now.has(name) && now.get(name) !== type);
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

function lessGuarded(what: string, id: string, before: Resource, after: Resource | undefined): string | null {
  const policies = ["DeletionPolicy", "UpdateReplacePolicy"] as const;
  const policy = policies.find((name) => isKept(before[name]) && !isKept(after?.[name]));
  if (policy) return `${what} ${id} would no longer be retained when it is removed from the stack (${policy})`;
  const lowered = loweredGuard(before.Type, before.Properties, after?.Properties ?? {});
  return lowered === null ? null : `${what} ${id} would ${lowered}`;
}

/**
 * Whether a policy retains a resource that is already deployed. `RetainExceptOnCreate` only deletes a resource if its
 * creation is rolled back.
 */
const isKept = (policy: string | undefined) => policy === "Retain" || policy === "RetainExceptOnCreate";
