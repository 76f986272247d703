import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { ACMClient, DescribeCertificateCommand } from "@aws-sdk/client-acm";
import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
} from "@aws-sdk/client-cloudformation";
import { DescribeVpcsCommand, EC2Client } from "@aws-sdk/client-ec2";
import { GetRoleCommand, IAMClient } from "@aws-sdk/client-iam";
import { GetHostedZoneCommand, Route53Client } from "@aws-sdk/client-route-53";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ListServiceQuotasCommand,
  ServiceQuotasClient,
} from "@aws-sdk/client-service-quotas";
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ALL_CHECKS } from "../../bin/doctor/all-checks.ts";
import type { DoctorContext } from "../../bin/doctor/check.ts";
import { doctorClients } from "../../bin/doctor/clients.ts";
import { readingPolicy } from "../../bin/doctor/policy.ts";
import { report } from "../../bin/doctor/report.ts";
import { type Line, runChecks } from "../../bin/doctor/run-checks.ts";
import { ROOT } from "../../build/bundle.ts";
import { STAGES, type StageRow, stageConfig } from "../../lib/config.ts";
import { grantedActions, requireRight } from "./reading-rights.ts";

const SECRET = "5f1c".repeat(16);
const SHA256 = createHash("sha256").update(SECRET).digest("hex");
const CERTIFICATE = "arn:aws:acm:eu-west-1:111122223333:certificate/0a";
const TOPIC = "arn:aws:sns:eu-west-1:111122223333:messaging-gateway-trial-service-AlarmsTopic";

const IN_ZONE = { name: "api.example.com", hostedZoneId: "Z1", hostedZoneName: "example.com" };
const BY_HAND = { name: "api.example.com", certificateArn: CERTIFICATE };
const FRONT = {
  originName: "origin.example.com",
  originSecrets: [{ name: "origin-1", sha256: SHA256 }],
  requestsPer5Min: 10_000,
  takesOver: true,
};
const EVERYTHING: Partial<StageRow> = {
  profile: "standard",
  mailFrom: "no-reply@example.com",
  alarmEmail: "operator@example.com",
  domain: IN_ZONE,
  front: FRONT,
};

const aws = {
  sts: mockClient(STSClient),
  ssm: mockClient(SSMClient),
  iam: mockClient(IAMClient),
  quotas: mockClient(ServiceQuotasClient),
  ec2: mockClient(EC2Client),
  cloudformation: mockClient(CloudFormationClient),
  sns: mockClient(SNSClient),
  ses: mockClient(SESv2Client),
  acm: mockClient(ACMClient),
  route53: mockClient(Route53Client),
  secrets: mockClient(SecretsManagerClient),
};

/** Creates an error like those that the SDK throws. */
const failure = (name: string, message = "no") => Object.assign(new Error(message), { name });
const missing = failure("ResourceNotFoundException");

/** Sets up an account without any problems. */
function soundAccount(): void {
  for (const mock of Object.values(aws)) mock.reset();
  aws.sts.on(GetCallerIdentityCommand).resolves({ Account: "111122223333", Arn: "arn:aws:iam::111122223333:user/op" });
  aws.ssm.on(GetParameterCommand).resolves({ Parameter: { Value: "28" } });
  aws.iam.on(GetRoleCommand).resolves({});
  aws.quotas.on(GetServiceQuotaCommand).resolves({ Quota: { Value: 10_000 } });
  const Quotas = [
    { QuotaName: "Number of schedules", Value: 1 },
    { QuotaName: "CreateSchedule request rate", Value: 5_000 },
  ];
  aws.quotas.on(ListServiceQuotasCommand).resolves({ Quotas });
  aws.ec2.on(DescribeVpcsCommand).resolves({ Vpcs: [{}, {}] });
  aws.cloudformation.on(DescribeStacksCommand).resolves({
    Stacks: [{ StackName: "", CreationTime: undefined, StackStatus: "UPDATE_COMPLETE" }],
  });
  const resource = { LogicalResourceId: "Topic", ResourceType: "AWS::SNS::Topic", PhysicalResourceId: TOPIC };
  const StackResources = [{ ...resource, Timestamp: undefined, ResourceStatus: "CREATE_COMPLETE" as const }];
  aws.cloudformation.on(DescribeStackResourcesCommand).resolves({ StackResources });
  aws.sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions: [{ SubscriptionArn: `${TOPIC}:1` }] });
  aws.ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true });
  aws.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true });
  const SubjectAlternativeNames = ["*.example.com"];
  aws.acm.on(DescribeCertificateCommand).resolves({ Certificate: { Status: "ISSUED", SubjectAlternativeNames } });
  aws.route53.on(GetHostedZoneCommand).resolves({
    HostedZone: { Id: "Z1", Name: "example.com.", CallerReference: "1" },
  });
  aws.secrets.on(GetSecretValueCommand).resolves({ SecretString: SECRET });
}

const docker: DoctorContext["run"] = async (_, args) =>
  args[0] === "buildx" ? "Platforms: linux/amd64, linux/arm64" : "28";

async function lookAt(row: Partial<StageRow> = EVERYTHING, run = docker): Promise<Line[]> {
  STAGES.trial = { ...row, stage: "trial" };
  const config = stageConfig("trial");
  for (const mock of Object.values(aws)) mock.resetHistory(); // of a stage with other settings
  const lines = await runChecks(ALL_CHECKS, { config, aws: doctorClients(), run });
  for (const action of grantedActions(config)) granted.add(action);
  for (const mock of Object.values(aws))
    for (const { args } of mock.calls()) {
      const [command] = args;
      used.add(requireRight(config, command.constructor.name.replace(/Command$/, ""), command.input));
    }
  return lines;
}

/** Actions granted by the policies for the stages above, and actions that the checks needed. */
const granted = new Set<string>();
const used = new Set<string | null>();

/** Returns the lines whose state isn't ok, each with its state, name and text. */
const notOk = (lines: Line[]) =>
  lines.filter(({ state }) => state !== "ok").map(({ state, name, text }) => `${state} ${name}: ${text}`);

const environment = { ...process.env };
beforeAll(() => {
  process.env.AWS_REGION = "eu-west-1";
});
afterAll(() => {
  process.env = environment;
});
beforeEach(soundAccount);
afterEach(() => {
  delete STAGES.trial;
});

describe("the doctor", () => {
  it("finds nothing in an account in which nothing is wrong, says where it looked, and prints no secret", async () => {
    const lines = await lookAt();
    const { text, exitCode } = report(lines);

    expect(notOk(lines)).toEqual([]);
    expect(exitCode).toBe(0);
    expect(text).toContain("Account 111122223333, region eu-west-1");
    expect(text).toMatch(/\d+ ok, 0 to fix, 0 could not be checked\.$/);
    expect(text).not.toContain(SECRET);
  });

  it("looks at nothing in AWS for what a stage does not have", async () => {
    expect(notOk(await lookAt({}))).toEqual([]);
    for (const mock of [aws.ses, aws.acm, aws.route53, aws.secrets]) expect(mock.calls()).toEqual([]);
  });

  it("takes a stage whose network is among all that the account may have for sound: it needs no more", async () => {
    const own = { Tags: [{ Key: "aws:cloudformation:stack-name", Value: "messaging-gateway-trial-session" }] };
    aws.ec2.on(DescribeVpcsCommand).resolves({ Vpcs: [own, {}, {}, {}, {}] });
    aws.quotas.on(GetServiceQuotaCommand, { ServiceCode: "vpc" }).resolves({ Quota: { Value: 5 } });
    expect(notOk(await lookAt())).toEqual([]);

    const other = { Tags: [{ Key: "aws:cloudformation:stack-name", Value: "messaging-gateway-prod-session" }] };
    aws.ec2.on(DescribeVpcsCommand).resolves({ Vpcs: [other, {}, {}, {}, {}] });
    expect(notOk(await lookAt())).toEqual(["problem quota: vpc: VPCs: 5; this stage may need 6."]);
  });

  it("takes a stage that was never deployed for sound", async () => {
    aws.cloudformation.on(DescribeStacksCommand).rejects(failure("ValidationError", "Stack does not exist"));
    aws.cloudformation.on(DescribeStackResourcesCommand).rejects(failure("ValidationError", "Stack does not exist"));
    expect(notOk(await lookAt())).toEqual([]);
  });

  it.each<[string, () => void, RegExp, RegExp]>([
    [
      "a missing bootstrap",
      () => aws.ssm.on(GetParameterCommand).rejects(failure("ParameterNotFound")),
      /CDK is not set up in eu-west-1/,
      /npx cdk bootstrap aws:\/\/<account>\/eu-west-1/,
    ],
    [
      "an old bootstrap",
      () => aws.ssm.on(GetParameterCommand).resolves({ Parameter: { Value: "5" } }),
      /Version 5 .*too old/,
      /npx cdk bootstrap/,
    ],
    [
      "a missing service-linked role",
      () => aws.iam.on(GetRoleCommand).rejects(failure("NoSuchEntityException")),
      /AWSServiceRoleForECS does not exist/,
      /aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com/,
    ],
    [
      "a small quota",
      () => aws.quotas.on(GetServiceQuotaCommand, { ServiceCode: "lambda" }).resolves({ Quota: { Value: 10 } }),
      /Lambda concurrent executions: 10; this stage may need 9\d\d/,
      /request-service-quota-increase --service-code lambda --quota-code L-B99A9384/,
    ],
    [
      "too few processors for a deployment that replaces all tasks",
      () => aws.quotas.on(GetServiceQuotaCommand, { ServiceCode: "fargate" }).resolves({ Quota: { Value: 6 } }),
      /Fargate On-Demand vCPU: 6; this stage may need \d+/,
      /--service-code fargate/,
    ],
    [
      "an account that has all its VPCs",
      () => {
        aws.quotas.on(GetServiceQuotaCommand, { ServiceCode: "vpc" }).rejects(failure("NoSuchResourceException"));
        aws.quotas.on(GetAWSDefaultServiceQuotaCommand).resolves({ Quota: { Value: 2 } });
      },
      /VPCs: 2; this stage may need 3/,
      /--service-code vpc/,
    ],
    [
      "a sender that is not verified",
      () => aws.ses.on(GetEmailIdentityCommand).rejects(failure("NotFoundException")),
      /Neither no-reply@example.com nor example.com is verified/,
      /create-email-identity/,
    ],
    [
      "SES without production access",
      () => aws.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: false }),
      /only to verified recipients/,
      /production access/,
    ],
    [
      "a subscription that nobody confirmed",
      () =>
        aws.sns
          .on(ListSubscriptionsByTopicCommand)
          .resolves({ Subscriptions: [{ SubscriptionArn: "PendingConfirmation", Endpoint: "operator@example.com" }] }),
      /Not confirmed yet: operator@example.com/,
      /the link in the mail/,
    ],
    [
      "alarms without a reader",
      () => aws.sns.on(ListSubscriptionsByTopicCommand).resolves({}),
      /No one receives the alarms/,
      /alarmEmail/,
    ],
    [
      "a zone of another name",
      () =>
        aws.route53
          .on(GetHostedZoneCommand)
          .resolves({ HostedZone: { Id: "Z1", Name: "example.org.", CallerReference: "1" } }),
      /The zone Z1 is example.org/,
      /hostedZoneName/,
    ],
    [
      "a zone that is not there",
      () => aws.route53.on(GetHostedZoneCommand).rejects(failure("NoSuchHostedZone")),
      /no zone Z1/,
      /list-hosted-zones/,
    ],
    [
      "an origin secret with another hash",
      () => aws.secrets.on(GetSecretValueCommand).resolves({ SecretString: `${SECRET}0` }),
      /SHA-256 of the origin secret .*origin-1 differs/,
      /npm run origin-secret -w lib -- --stage trial/,
    ],
    [
      "an origin secret that is not there",
      () => aws.secrets.on(GetSecretValueCommand).rejects(missing),
      /no origin secret origin-1/,
      /npm run origin-secret -w lib/,
    ],
    [
      "a stack whose first deployment failed",
      () =>
        aws.cloudformation.on(DescribeStacksCommand, { StackName: "messaging-gateway-trial-session" }).resolves({
          Stacks: [{ StackName: "", CreationTime: undefined, StackStatus: "ROLLBACK_COMPLETE" }],
        }),
      /messaging-gateway-trial-session is ROLLBACK_COMPLETE/,
      /delete-stack --stack-name messaging-gateway-trial-session/,
    ],
    [
      "a front, which is in a region of its own, whose first deployment failed",
      () =>
        aws.cloudformation.on(DescribeStacksCommand, { StackName: "messaging-gateway-trial-front" }).resolves({
          Stacks: [{ StackName: "", CreationTime: undefined, StackStatus: "ROLLBACK_COMPLETE" }],
        }),
      /messaging-gateway-trial-front is ROLLBACK_COMPLETE/,
      /delete-stack --region us-east-1 --stack-name messaging-gateway-trial-front/,
    ],
    [
      "a stage that lost its data stack",
      () =>
        aws.cloudformation
          .on(DescribeStacksCommand, { StackName: "messaging-gateway-trial-data" })
          .rejects(failure("ValidationError", "Stack with id x does not exist")),
      /messaging-gateway-trial-data does not exist/,
      /cdk deploy/,
    ],
  ])("tells of %s, and what to do", async (_, breakIt, text, todo) => {
    breakIt();
    const lines = await lookAt();
    const problems = lines.flatMap((line) => (line.state === "problem" ? [line] : []));
    expect(problems.length).toBeGreaterThan(0);
    const found = problems.find((line) => text.test(line.text));
    expect([found?.text, found?.todo]).toEqual([expect.stringMatching(text), expect.stringMatching(todo)]);
    expect(report(lines).exitCode).toBe(1);
  });

  it.each<[object, string[], RegExp | null]>([
    [{ Status: "ISSUED", SubjectAlternativeNames: ["api.example.com"] }, [], null],
    [{ Status: "PENDING_VALIDATION", SubjectAlternativeNames: ["api.example.com"] }, [], /is PENDING_VALIDATION/],
    [
      { Status: "ISSUED", SubjectAlternativeNames: ["*.other.example.com", "*.com"] },
      [],
      /does not cover api.example.com/,
    ],
  ])("judges a certificate made by hand: %j", async (Certificate, _, words) => {
    aws.acm.on(DescribeCertificateCommand).resolves({ Certificate });
    const [first = ""] = notOk(await lookAt({ domain: BY_HAND }));
    if (words === null) expect(first).toBe("");
    else expect(first).toMatch(words);
  });

  it("looks at what a panel needs, where a stage has one", async () => {
    const row = { hasPanel: true, panelOriginSecrets: [{ name: "panel-1", sha256: SHA256 }] };
    const named = { panelDomain: "panel.example.com", panelCertificateArn: CERTIFICATE.replace("eu-west", "us-east") };
    expect(notOk(await lookAt({ ...row, ...named, panelMailFrom: "panel@example.com" }))).toEqual([]);

    aws.secrets.on(GetSecretValueCommand).rejects(missing);
    aws.ses.on(GetEmailIdentityCommand, { EmailIdentity: "example.com" }).rejects(failure("NotFoundException"));
    aws.cloudformation
      .on(DescribeStacksCommand, { StackName: "messaging-gateway-trial-panel" })
      .rejects(failure("ValidationError", "Stack with id x does not exist"));
    const found = notOk(await lookAt({ ...row, panelMailFrom: "panel@example.com" }));
    expect(found).toEqual([
      expect.stringMatching(/panel: There is no origin secret panel-1/),
      expect.stringMatching(/panel: The domain example.com is not verified in SES/),
      expect.stringMatching(/stacks: messaging-gateway-trial-panel does not exist/),
    ]);
  });

  it("tells of a certificate in another region than the stage's", async () => {
    const certificateArn = CERTIFICATE.replace("eu-west-1", "us-east-1");
    const lines = await lookAt({ domain: { ...BY_HAND, certificateArn } });
    expect(notOk(lines)).toEqual([
      expect.stringMatching(/problem domain: .* is in us-east-1, but the stage is in eu-west-1/),
    ]);
  });

  it("tells of a stage whose alarms would reach nobody", async () => {
    const lines = await lookAt({ profile: "standard" });
    expect(notOk(lines)).toEqual([expect.stringMatching(/problem settings: .*no alarmEmail/)]);
  });

  it.each<[string, typeof docker, RegExp]>([
    ["no Docker", () => Promise.reject(new Error("ENOENT")), /Docker is not installed/],
    [
      "no buildx",
      async (_, [what]) => (what === "version" ? "28" : Promise.reject(new Error("x"))),
      /does not have buildx/,
    ],
    ["no emulation of ARM64", async () => "Platforms: linux/amd64", /can't build for ARM64/],
  ])("tells of a machine with %s", async (_, run, words) => {
    expect(notOk(await lookAt({}, run))).toEqual([expect.stringMatching(words)]);
  });

  it("says what it may not look at, goes on with the rest, and does not call that sound", async () => {
    const denied = failure("AccessDeniedException", "User: x is not authorized to perform: iam:GetRole on resource: y");
    aws.iam.on(GetRoleCommand).rejects(denied);
    aws.quotas.on(ListServiceQuotasCommand).resolves({ Quotas: [] });
    const lines = await lookAt();
    expect(notOk(lines)).toEqual([
      "unknown service roles: These credentials do not allow this request (iam:GetRole).",
      "unknown quota: scheduler: AWS did not return the quota for EventBridge Scheduler: schedules made a second.",
    ]);
    expect(report(lines).exitCode).toBe(2);
  });

  it.each<[Error, RegExp]>([
    [failure("CredentialsProviderError", "Could not load credentials from any providers"), /No AWS credentials/],
    [failure("ExpiredTokenException"), /did not accept these credentials/],
    [failure("TimeoutError"), /did not respond/],
    [new Error("Region is missing"), /Set AWS_REGION/],
  ])("asks AWS nothing more after %s, and says why for each check", async (error, words) => {
    aws.sts.on(GetCallerIdentityCommand).rejects(error);
    const lines = await lookAt();
    const unknown = lines.filter(({ state }) => state === "unknown");
    expect(unknown.length).toBeGreaterThan(10);
    for (const { text } of unknown) expect(text).toMatch(words);
    for (const mock of [aws.ssm, aws.iam, aws.quotas, aws.secrets]) expect(mock.calls()).toEqual([]);
    expect(report(lines).exitCode).toBe(2);
  });
});

describe("the policy that the doctor prints", () => {
  it("suffices for each request above, and grants nothing that no check and no gate asks for", () => {
    // The gate's own right is tested in gate/diff-gate.spec.ts.
    const asked = [...used, "cloudformation:GetTemplate"].filter((action) => action !== null);
    expect([...granted].sort()).toEqual([...new Set(asked)].sort());
  });

  it("changes nothing, and reads no other stage and no other secret", () => {
    STAGES.trial = { ...EVERYTHING, stage: "trial" };
    const config = stageConfig("trial");
    for (const action of grantedActions(config)) expect(action).toMatch(/^\w+:(Get|List|Describe)/);
    const stack = { StackName: "messaging-gateway-prod-data" };
    expect(() => requireRight(config, "GetTemplate", stack)).toThrow(/GetTemplate on .*prod-data/);
    expect(() => requireRight(config, "GetSecretValue", { SecretId: "origin-2" })).toThrow(/origin-2/);
    expect(grantedActions(stageConfig("dev"))).not.toContain("secretsmanager:GetSecretValue");
  });
});

describe("npm run doctor", () => {
  // The environment of a new user's first try: no credentials anywhere, and no metadata service that could supply them.
  const env = { PATH: process.env.PATH, HOME: "/nonexistent", AWS_EC2_METADATA_DISABLED: "true" };
  const doctor = (args: string[], more: Record<string, string> = {}) =>
    spawnSync(process.execPath, ["bin/doctor.ts", ...args], { cwd: ROOT, env: { ...env, ...more }, encoding: "utf8" });

  it("without credentials looks at this machine, and says in plain words why not at the rest", () => {
    const { stdout, stderr, status } = doctor(["--stage", "dev"], { AWS_REGION: "eu-west-1" });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^ok +node/m);
    expect(stdout).toMatch(/^unknown +stacks +No AWS credentials were found/m);
    expect(stdout).toMatch(/could not be checked\.\n$/);
    expect(stdout).not.toMatch(/ {4}at /);
    // The status is 1 if Docker is missing.
    expect(status).toBeGreaterThan(0);
  });

  it("prints the policy without asking AWS", () => {
    const { stdout, status } = doctor(["--stage", "prod", "--policy"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(readingPolicy(stageConfig("prod")));
  });

  it("without a region says so", () => {
    expect(doctor(["--stage", "dev"]).stdout).toMatch(/^unknown +credentials +No region is set/m);
  });

  it.each([
    [[], /--stage is missing/],
    [["--stage", "nowhere"], /no stage "nowhere"/],
  ])("with %j says what to give it", (args, words) => {
    const { stderr, status } = doctor(args);
    expect(stderr).toMatch(words);
    expect(status).toBe(1);
  });
});
