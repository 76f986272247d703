import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { INDEXES } from "../../core/store/table.ts";
import { STAGES, type StageConfig } from "../../lib/config.ts";
import { PANEL } from "./panel-stage.ts";
import { synthesised } from "./synthesised.ts";

const { data } = synthesised("prod");

describe("the table", () => {
  it("has the keys, the expiry attribute and the encryption that the runtimes count on", () => {
    data.template.hasResourceProperties("AWS::DynamoDB::Table", {
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      BillingMode: "PAY_PER_REQUEST",
      TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
      SSESpecification: { SSEEnabled: true, SSEType: "KMS", KMSMasterKeyId: Match.anyValue() },
    });
  });

  it("has exactly the indexes of the store, each with keys only", () => {
    const [[, table] = ["", undefined]] = data.ofType("AWS::DynamoDB::Table");
    const expected = Object.values(INDEXES).map(({ name, pk, sk }) => ({
      IndexName: name,
      KeySchema: [
        { AttributeName: pk, KeyType: "HASH" },
        { AttributeName: sk, KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "KEYS_ONLY" },
    }));
    expect(table?.Properties.GlobalSecondaryIndexes).toEqual(expected);
  });

  it("can be set back to any second, can't be deleted by mistake and stays when the stack goes", () => {
    data.template.hasResource("AWS::DynamoDB::Table", {
      Properties: {
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: true,
      },
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
    });
  });
});

describe("customers' files", () => {
  it("are never public, in no bucket", () => {
    data.template.allResourcesProperties("AWS::S3::Bucket", {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
  });

  it("are deleted after 30 days, of broadcasts after 120, archives after 7, and encrypted under our own key until then", () => {
    data.template.hasResource("AWS::S3::Bucket", {
      Properties: {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [
            { BucketKeyEnabled: true, ServerSideEncryptionByDefault: { SSEAlgorithm: "aws:kms" } },
          ],
        },
        LifecycleConfiguration: {
          Rules: [
            { Prefix: "ACC/", ExpirationInDays: 30, Status: "Enabled" },
            { Prefix: "BRD/", ExpirationInDays: 120, Status: "Enabled" },
            { Prefix: "EXP/", ExpirationInDays: 7, Status: "Enabled" },
            { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: "Enabled" },
          ],
        },
        LoggingConfiguration: Match.anyValue(),
      },
      DeletionPolicy: "RetainExceptOnCreate",
    });
  });

  it("are refused to whoever asks without TLS, in every bucket", () => {
    const buckets = data.ofType("AWS::S3::Bucket").map(([id]) => id);
    const guarded = data
      .ofType("AWS::S3::BucketPolicy")
      .flatMap(([, { Properties }]) =>
        Properties.PolicyDocument.Statement.some(
          (one: { Effect: string; Condition?: { Bool?: Record<string, string> } }) =>
            one.Effect === "Deny" && one.Condition?.Bool?.["aws:SecureTransport"] === "false",
        )
          ? [Properties.Bucket.Ref]
          : [],
      );
    expect(buckets).toHaveLength(2);
    expect(guarded.sort()).toEqual(buckets.sort());
  });
});

describe("the files that people of a panel send", () => {
  const corsOf = (change: Partial<StageConfig>) => {
    STAGES.trial = { stage: "trial", ...PANEL, ...change };
    const { data } = synthesised("trial");
    delete STAGES.trial;
    return data
      .ofType("AWS::S3::Bucket")
      .flatMap(([, { Properties }]) => Properties.CorsConfiguration?.CorsRules ?? []);
  };

  it("come from the panel's own pages, which may put them and read nothing", () => {
    expect(data.ofType("AWS::S3::Bucket").flatMap(([, one]) => one.Properties.CorsConfiguration ?? [])).toEqual([]);
    const panelCertificateArn = "arn:aws:acm:us-east-1:111122223333:certificate/0f0e-1b";
    const rule = { AllowedHeaders: ["content-type", "x-amz-checksum-sha256"], AllowedMethods: ["PUT"], MaxAge: 3600 };
    expect(corsOf({ panelDomain: "panel.example.com", panelCertificateArn })).toEqual([
      { ...rule, AllowedOrigins: ["https://panel.example.com"] },
    ]);
    // The panel's CloudFront domain is only known after this stack has been deployed.
    expect(corsOf({})).toEqual([{ ...rule, AllowedOrigins: ["https://*.cloudfront.net"] }]);
  });
});

describe("the keys", () => {
  it("are two, so that reading items is not opening secrets; both rotate and stay", () => {
    data.template.resourceCountIs("AWS::KMS::Key", 2);
    data.template.allResources("AWS::KMS::Key", {
      Properties: { EnableKeyRotation: true },
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
    });
  });
});

describe("a stage without a storage key", () => {
  const small = synthesised("dev");

  it("has the table and the files encrypted by keys of AWS's own, which cost nothing", () => {
    const [[, table] = ["", undefined]] = small.data.ofType("AWS::DynamoDB::Table");
    expect(table?.Properties.SSESpecification).toEqual({ SSEEnabled: false });
    for (const [, { Properties }] of small.data.ofType("AWS::S3::Bucket"))
      expect(Properties.BucketEncryption.ServerSideEncryptionConfiguration).toEqual([
        { ServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } },
      ]);
    small.data.template.resourceCountIs("AWS::KMS::Key", 1);
  });

  it("grants nobody the use of a key that is not there", () => {
    expect(JSON.stringify([small.service.resources, small.session.resources])).not.toContain("kms:ViaService");
  });

  it("keeps its table and buckets when it gets one: the same logical ids, and no change that would replace them", () => {
    const stateful = (stack: typeof data) =>
      [...stack.ofType("AWS::DynamoDB::Table"), ...stack.ofType("AWS::S3::Bucket")].map(([id, { Properties }]) => {
        // CloudFormation changes these two properties in place, without interruption. Everything else must be equal.
        const { SSESpecification: _, BucketEncryption: __, Tags: ___, ...rest } = Properties;
        return [id, JSON.stringify(rest)];
      });
    expect(stateful(small.data)).toEqual(stateful(data));
  });

  it("lets what is tagged as its own through the key that it gets, before and after the rights name it", () => {
    const [, key] =
      data.ofType("AWS::KMS::Key").find(([, { Properties }]) => /table and files/.test(Properties.Description)) ?? [];
    expect(key?.Properties.KeyPolicy.Statement).toContainEqual(
      expect.objectContaining({
        Principal: { AWS: "*" },
        Condition: {
          StringEquals: {
            "kms:CallerAccount": { Ref: "AWS::AccountId" },
            "kms:ViaService": [expect.anything(), expect.anything()],
            "aws:PrincipalTag/application": "messaging-gateway",
            "aws:PrincipalTag/stage": "prod",
          },
        },
      }),
    );
    const { service, session } = synthesised("prod");
    for (const [id, { Properties }] of [...service.ofType("AWS::IAM::Role"), ...session.ofType("AWS::IAM::Role")])
      expect(Properties.Tags, id).toEqual(
        expect.arrayContaining([
          { Key: "application", Value: "messaging-gateway" },
          { Key: "stage", Value: "prod" },
        ]),
      );
  });
});

it("keeps the logical ids of everything that holds data: a new id would be a new, empty resource", () => {
  const stateful = ["AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::KMS::Key", "AWS::Events::EventBus"];
  const ids = Object.entries(data.resources).flatMap(([id, { Type }]) =>
    stateful.includes(Type) ? [`${Type} ${id}`] : [],
  );
  expect(ids.sort()).toEqual(PINNED_IDS);
});

const PINNED_IDS = [
  "AWS::DynamoDB::Table SingleTable46C85431",
  "AWS::Events::EventBus InternalBusE2D8B33E",
  "AWS::KMS::Key SecretsKey9BF95D68",
  "AWS::KMS::Key StorageKeyB6649B55",
  "AWS::S3::Bucket MediaAccessLogsD396FE12",
  "AWS::S3::Bucket MediaBucket4022EBBF",
];

it("the internal bus stays when the stack goes, for an operator's own rules hang on it", () => {
  data.template.hasResource("AWS::Events::EventBus", {
    DeletionPolicy: "RetainExceptOnCreate",
    UpdateReplacePolicy: "Retain",
  });
});
