import { afterAll, describe, expect, it } from "vitest";
import { STAGES } from "../../lib/config.ts";
import { BACKUP } from "./backup-stage.ts";
import { frontOf } from "./front-stage.ts";
import { PANEL } from "./panel-stage.ts";
import { synthesised } from "./synthesised.ts";

/** The template's two policies: one for when a resource leaves its stack, the other for when it is replaced. */
const GOES = "Delete, Delete";
/**
 * Data is retained, except when the deployment that creates it is rolled back. In that case, deleting it frees names
 * that aren't generated.
 */
const STAYS = "RetainExceptOnCreate, Retain";
const ALWAYS_STAYS = "Retain, Retain";
/** CloudFormation's default, which deletes the resource. */
const UNSAID = "undefined, undefined";

/**
 * Types that need an explicit policy, because their resources contain something or have a fixed name that the next
 * deployment needs. CDK chooses the policy for some of them, but not always well.
 */
const CHOSEN: Record<string, string> = {
  "AWS::DynamoDB::Table": STAYS,
  "AWS::KMS::Key": STAYS,
  "AWS::S3::Bucket": STAYS,
  "AWS::Events::EventBus": STAYS,
  "AWS::Cognito::UserPool": STAYS,
  "AWS::Backup::BackupVault": STAYS,
  "AWS::Scheduler::ScheduleGroup": GOES,
  "AWS::Logs::LogGroup": GOES,
  "AWS::SQS::Queue": GOES,
  // Lambda deletes versions along with their function. Until then, they can be used to roll back a release.
  "AWS::Lambda::Version": ALWAYS_STAYS,
  // Deletes only the resource that copies files, not the files.
  "Custom::CDKBucketDeployment": GOES,
};

/** Individual resources with policies that differ from those of their type, each with the reason. */
const EXCEPTIONS: Record<string, string> = {
  // The bucket receives files before its stack is complete. S3 refuses to delete a bucket that contains files, so a
  // rollback would fail.
  "panel AWS::S3::Bucket": ALWAYS_STAYS,
};

/** Types that contain nothing of ours. Deleting them immediately frees any fixed name they have. */
const HOLD_NOTHING = new Set([
  ...["BackupPlan", "BackupSelection"].map((kind) => `AWS::Backup::${kind}`),
  ...["Api", "ApiMapping", "DomainName", "Integration", "Route", "Stage"].map((kind) => `AWS::ApiGatewayV2::${kind}`),
  ...["ScalableTarget", "ScalingPolicy"].map((kind) => `AWS::ApplicationAutoScaling::${kind}`),
  "AWS::Budgets::Budget",
  "AWS::CertificateManager::Certificate",
  ...["Distribution", "Function", "OriginAccessControl", "ResponseHeadersPolicy"].map(
    (kind) => `AWS::CloudFront::${kind}`,
  ),
  ...["Alarm", "CompositeAlarm", "Dashboard"].map((kind) => `AWS::CloudWatch::${kind}`),
  ...["Application", "DeploymentGroup"].map((kind) => `AWS::CodeDeploy::${kind}`),
  ...["ManagedLoginBranding", "UserPoolClient", "UserPoolDomain"].map((kind) => `AWS::Cognito::${kind}`),
  ...["FlowLog", "InternetGateway", "Route", "RouteTable", "SecurityGroup", "Subnet", "VPC", "VPCEndpoint"].map(
    (kind) => `AWS::EC2::${kind}`,
  ),
  ...["SubnetRouteTableAssociation", "VPCGatewayAttachment"].map((kind) => `AWS::EC2::${kind}`),
  ...["Cluster", "Service", "TaskDefinition"].map((kind) => `AWS::ECS::${kind}`),
  "AWS::Events::Rule",
  ...["ManagedPolicy", "Policy", "Role"].map((kind) => `AWS::IAM::${kind}`),
  ...["Alias", "EventInvokeConfig", "EventSourceMapping", "Function", "LayerVersion", "Permission"].map(
    (kind) => `AWS::Lambda::${kind}`,
  ),
  "AWS::Logs::MetricFilter",
  "AWS::Route53::RecordSet",
  "AWS::S3::BucketPolicy",
  ...["Subscription", "Topic", "TopicPolicy"].map((kind) => `AWS::SNS::${kind}`),
  "AWS::SQS::QueuePolicy",
  "AWS::WAFv2::WebACL",
]);

STAGES.trial = { stage: "trial", profile: "standard", ...BACKUP, ...PANEL, ...frontOf("trial") };
afterAll(() => {
  delete STAGES.trial;
});

const all = ["prod", "dev", "trial"].flatMap((stage) =>
  Object.entries(synthesised(stage)).flatMap(([part, { resources }]) =>
    Object.entries(resources).map(([id, { Type, DeletionPolicy, UpdateReplacePolicy }]) => ({
      what: `${stage} ${part} ${Type} ${id}`,
      place: `${part} ${Type}`,
      type: Type,
      said: `${DeletionPolicy}, ${UpdateReplacePolicy}`,
    })),
  ),
);

describe("what becomes of a resource when its stack goes, or its first deployment fails", () => {
  it("is chosen here for every type, and nothing is left to a default that nobody knows of", () => {
    const unchosen = all.filter(({ type }) => !(type in CHOSEN) && !HOLD_NOTHING.has(type));
    expect(unchosen.map(({ what }) => what)).toEqual([]);
  });

  it("is in every template as it was chosen", () => {
    const wanted = ({ place, type }: (typeof all)[number]) => EXCEPTIONS[place] ?? CHOSEN[type] ?? UNSAID;
    const otherwise = all.filter((one) => one.said !== wanted(one));
    expect(otherwise.map(({ what, said }) => `${what}: ${said}`)).toEqual([]);
  });

  it("has no line for what no stack has", () => {
    const types = new Set(all.map(({ type }) => type));
    const places = new Set(all.map(({ place }) => place));
    expect([...Object.keys(CHOSEN), ...HOLD_NOTHING].filter((type) => !types.has(type))).toEqual([]);
    expect(Object.keys(EXCEPTIONS).filter((place) => !places.has(place))).toEqual([]);
  });

  it("never is that a fixed name outlives a deployment that was taken back", () => {
    const named = Object.values(synthesised("trial")).flatMap(({ resources }) =>
      Object.entries(resources).filter(([, { Type, Properties }]) =>
        Object.keys(Properties ?? {}).some((key) => key === "Name" || key === `${Type.split("::").at(-1)}Name`),
      ),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(([, { DeletionPolicy }]) => DeletionPolicy === "Retain")).toEqual([]);
  });
});

it("the table, which is protected, is made after all else of a stack without a panel that could fail", () => {
  const { resources } = synthesised("prod").data;
  const [table = ""] = Object.keys(resources).filter((id) => resources[id]?.Type === "AWS::DynamoDB::Table");
  const others = Object.keys(resources).filter((id) => id !== table && !id.startsWith("StorageKey"));
  // A reference already makes the table depend on its own key.
  expect(resources[table]?.DependsOn?.toSorted()).toEqual(others.toSorted());
});
