import { describe, expect, it } from "vitest";
import { refusedChanges } from "../../../bin/gate/refused-changes.ts";
import { GatedTemplate } from "../../../bin/gate/template.ts";
import { STAGES } from "../../../lib/config.ts";
import { PANEL } from "../../lib/panel-stage.ts";
import { synthesised } from "../../lib/synthesised.ts";

const { prod } = STAGES;
STAGES.prod = { stage: "prod", ...prod, ...PANEL };
const data = GatedTemplate.parse(synthesised("prod").data.template.toJSON());
STAGES.prod = prod as (typeof STAGES)[string]; // every stage that is deployed has a row

/** Returns the id of the first resource of a type. */
function idOf(type: string): string {
  const found = Object.entries(data.Resources).find(([, resource]) => resource.Type === type);
  if (!found) throw new Error(`The data stack has no ${type}.`);
  return found[0];
}

type Resource = GatedTemplate["Resources"][string];
type Change = (resource: Resource) => unknown;

/** Returns the data stack with a change to one of its resources. */
function changed(type: string, change: Change): GatedTemplate {
  const next = structuredClone(data);
  const resource = next.Resources[idOf(type)];
  if (resource) change(resource);
  return next;
}

const TABLE = "AWS::DynamoDB::Table";
const POOL = "AWS::Cognito::UserPool";
const attributes = (resource: Resource) => resource.Properties.AttributeDefinitions as Record<string, string>[]; // as CDK writes it

const replacing: [string, string, Change, string][] = [
  ["a table with another key", TABLE, ({ Properties }) => Reflect.set(Properties, "KeySchema", []), "KeySchema"],
  ["a table with another name", TABLE, ({ Properties }) => Reflect.set(Properties, "TableName", "other"), "TableName"],
  [
    "a table with a local index",
    TABLE,
    ({ Properties }) => Reflect.set(Properties, "LocalSecondaryIndexes", [{}]),
    "LocalSecondaryIndexes",
  ],
  [
    "a key's attribute of another type",
    TABLE,
    (of) => Reflect.set(attributes(of)[0] ?? {}, "AttributeType", "N"),
    "AttributeDefinitions",
  ],
  [
    "a bucket with another name",
    "AWS::S3::Bucket",
    ({ Properties }) => Reflect.set(Properties, "BucketName", "b"),
    "BucketName",
  ],
  [
    "a key of another kind",
    "AWS::KMS::Key",
    ({ Properties }) => Reflect.set(Properties, "KeySpec", "RSA_2048"),
    "KeySpec",
  ],
  [
    "a bus with another name",
    "AWS::Events::EventBus",
    ({ Properties }) => Reflect.set(Properties, "Name", "b"),
    "Name",
  ],
];

describe("the gate refuses", () => {
  it.each(replacing)("%s, which would be made anew", (_, type, change, cause) => {
    const refused = refusedChanges(data, changed(type, change));
    expect(refused).toHaveLength(1);
    expect(refused[0]?.id).toBe(idOf(type));
    expect(refused[0]?.meaning).toMatch(new RegExp(`would be replaced by an empty one, because of ${cause}\\.$`));
  });

  it.each([TABLE, "AWS::KMS::Key", "AWS::S3::Bucket", "AWS::Events::EventBus", POOL])(
    "a stack without its %s",
    (type) => {
      const next = structuredClone(data);
      delete next.Resources[idOf(type)];
      expect(refusedChanges(data, next)[0]?.meaning).toContain("would no longer belong to the stack");
    },
  );

  it("a resource that has another name in the template: the one before would be left behind", () => {
    const { [idOf(TABLE)]: table, ...others } = data.Resources;
    const renamed = { ...data, Resources: { ...others, Renamed: table as Resource } }; // it is there, or idOf throws
    expect(refusedChanges(data, renamed).map(({ id }) => id)).toEqual([idOf(TABLE)]);
  });

  it("another type under the same name", () => {
    expect(
      refusedChanges(
        data,
        changed(TABLE, (of) => Reflect.set(of, "Type", "AWS::S3::Bucket")),
      )[0]?.meaning,
    ).toMatch(/replaced by an empty one|no longer belong/);
  });

  it("less protection than before", () => {
    for (const policy of ["DeletionPolicy", "UpdateReplacePolicy"]) {
      const refused = refusedChanges(
        data,
        changed(TABLE, (of) => Reflect.set(of, policy, "Delete")),
      );
      expect(refused[0]?.meaning).toContain(`no longer be retained when it is removed from the stack (${policy})`);
    }
    const open = changed(TABLE, ({ Properties }) => Reflect.set(Properties, "DeletionProtectionEnabled", false));
    expect(refusedChanges(data, open)[0]?.meaning).toContain("less protection");
    const openPool = changed(POOL, ({ Properties }) => Reflect.set(Properties, "DeletionProtection", "INACTIVE"));
    expect(refusedChanges(data, openPool)[0]?.meaning).toContain("the user pool PeoplePool");
  });
});

const set =
  (property: string, value: unknown): Change =>
  (of) =>
    Reflect.set(of.Properties, property, value);
const BUCKET = "AWS::S3::Bucket";
const KEY = "AWS::KMS::Key";
const expiring = (...rules: object[]) =>
  set("LifecycleConfiguration", { Rules: rules.map((rule) => ({ Status: "Enabled", ...rule })) });
const recovery = (days: object) =>
  set("PointInTimeRecoverySpecification", { PointInTimeRecoveryEnabled: true, ...days });
const closed = { BlockPublicAcls: true, BlockPublicPolicy: true, IgnorePublicAcls: true, RestrictPublicBuckets: true };
/** The bucket that contains customers' files. The other bucket contains its access log. */
const MEDIA = Object.keys(data.Resources).find((id) => /^MediaBucket/.test(id) && data.Resources[id]?.Type === BUCKET);

const lowered: [string, string, Change, string][] = [
  [
    "no restore points",
    TABLE,
    set("PointInTimeRecoverySpecification", { PointInTimeRecoveryEnabled: false }),
    "restore points",
  ],
  [
    "no word of restore points",
    TABLE,
    ({ Properties }) => Reflect.deleteProperty(Properties, "PointInTimeRecoverySpecification"),
    "restore points",
  ],
  ["restore points of a day", TABLE, recovery({ RecoveryPeriodInDays: 1 }), "fewer days"],
  [
    "expiry by another attribute",
    TABLE,
    set("TimeToLiveSpecification", { AttributeName: "created", Enabled: true }),
    "a different attribute",
  ],
  [
    "no expiry",
    TABLE,
    set("TimeToLiveSpecification", { AttributeName: "ttl", Enabled: false }),
    "a different attribute",
  ],
  ["no stream", TABLE, ({ Properties }) => Reflect.deleteProperty(Properties, "StreamSpecification"), "stream"],
  ["a stream of keys", TABLE, set("StreamSpecification", { StreamViewType: "KEYS_ONLY" }), "stream"],
  ["a disabled key", KEY, set("Enabled", false), "no longer decrypt"],
  ["a key that is gone after a week", KEY, set("PendingWindowInDays", 7), "sooner"],
  ["an access log of a day", BUCKET, expiring({ ExpirationInDays: 1 }), "delete files sooner"],
  [
    "a bucket that is open to policies",
    BUCKET,
    set("PublicAccessBlockConfiguration", { ...closed, BlockPublicPolicy: false }),
    "open to the public",
  ],
  [
    "a bucket that is open by default",
    BUCKET,
    ({ Properties }) => Reflect.deleteProperty(Properties, "PublicAccessBlockConfiguration"),
    "open to the public",
  ],
  ["a pool that can be deleted", POOL, set("DeletionProtection", "INACTIVE"), "against deletion"],
];

it.each(lowered)("the gate refuses %s", (_, type, change, meaning) => {
  const refused = refusedChanges(data, changed(type, change));
  expect(refused.map(({ id }) => id)).toEqual([idOf(type)]);
  expect(refused[0]?.meaning).toContain(meaning);
});

it.each([
  [
    "a day for messages' files",
    [
      { Prefix: "ACC/", ExpirationInDays: 1 },
      { Prefix: "BRD/", ExpirationInDays: 120 },
    ],
  ],
  ["a day for one account's files", [{ Prefix: "ACC/acc_1/", ExpirationInDays: 1 }]],
  ["a day for menus' files, which were kept for ever", [{ Prefix: "MNU/", ExpirationInDays: 1 }]],
  ["a year for all files, menus' among them", [{ ExpirationInDays: 365 }]],
  ["a date for all files", [{ Prefix: "ACC/", ExpirationDate: "2030-01-01T00:00:00Z" }]],
])("the gate refuses %s", (_, rules) => {
  const next = structuredClone(data);
  expiring(...rules)(next.Resources[MEDIA ?? ""] as Resource); // the stack has it, or this throws
  expect(refusedChanges(data, next).map(({ meaning }) => meaning)).toEqual([
    `the bucket ${MEDIA} would delete files sooner (LifecycleConfiguration).`,
  ]);
});

it("the gate refuses a bucket that no longer keeps what is overwritten", () => {
  const before = changed(BUCKET, set("VersioningConfiguration", { Status: "Enabled" }));
  const after = changed(BUCKET, set("VersioningConfiguration", { Status: "Suspended" }));
  expect(refusedChanges(before, after)[0]?.meaning).toContain("overwritten");
});

const harmless: [string, string, Change][] = [
  ["nothing", TABLE, () => {}],
  ["another index of the table", TABLE, ({ Properties }) => Reflect.set(Properties, "GlobalSecondaryIndexes", [])],
  ["one more attribute", TABLE, (of) => attributes(of).push({ AttributeName: "gsi9pk", AttributeType: "S" })],
  ["other tags", "AWS::S3::Bucket", ({ Properties }) => Reflect.set(Properties, "Tags", [])],
  ["another policy of a key", "AWS::KMS::Key", ({ Properties }) => Reflect.set(Properties, "Description", "x")],
  [
    "a table that was always kept and is now kept unless it was just made",
    TABLE,
    (of) => Reflect.set(of, "DeletionPolicy", "RetainExceptOnCreate"),
  ],
  ["restore points of 35 days, written out", TABLE, recovery({ RecoveryPeriodInDays: 35 })],
  ["a key's longest wait, written out", KEY, set("PendingWindowInDays", 30)],
  ["an access log that is kept longer", BUCKET, expiring({ ExpirationInDays: 400 })],
  ["an access log that is kept for ever", BUCKET, expiring()],
  ["a rule that is switched off", BUCKET, expiring({ ExpirationInDays: 1, Status: "Disabled" })],
  ["a bucket that begins to keep what is overwritten", BUCKET, set("VersioningConfiguration", { Status: "Enabled" })],
  ["another policy of the bucket", "AWS::S3::BucketPolicy", (of) => Reflect.set(of.Properties, "Bucket", "x")],
];

it.each(harmless)("the gate lets %s pass", (_, type, change) => {
  expect(refusedChanges(data, changed(type, change))).toEqual([]);
});

it("the gate lets a stage move from small to standard, which adds a key and removes nothing", () => {
  const small = GatedTemplate.parse(synthesised("dev").data.template.toJSON());
  const named = JSON.parse(JSON.stringify(data).replaceAll("messaging-gateway-prod", "messaging-gateway-dev"));
  expect(refusedChanges(small, GatedTemplate.parse(named))).toEqual([]);
});
