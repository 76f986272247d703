import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { STAGES } from "../../lib/config.ts";
import { synthesised } from "./synthesised.ts";

const { service, queues: shards } = synthesised("prod");
const queueResources = [service, shards].flatMap((stack) => stack.ofType("AWS::SQS::Queue"));

describe("the queues", () => {
  it("are one for endpoints, one for chats, one for admins' mail and 32 for all shards, each with a dead-letter queue after five takes; the table's stream has one too", () => {
    const queues = queueResources.map(([, { Properties }]) => Properties);
    const working = queues.filter(({ QueueName }) => !QueueName.endsWith("-dead-letters"));
    expect(working.map(({ QueueName }) => QueueName).sort()).toEqual(
      [
        "messaging-gateway-prod-chat",
        "messaging-gateway-prod-endpoint",
        "messaging-gateway-prod-notify-admins",
        ...Array.from({ length: 32 }, (_, queue) => `messaging-gateway-prod-shards-${queue}`),
      ].sort(),
    );
    for (const { RedrivePolicy } of working) expect(RedrivePolicy).toMatchObject({ maxReceiveCount: 5 });
    expect(queues.length - working.length).toBe(5);
  });

  it("are encrypted, and each refuses requests without TLS", () => {
    const queues = queueResources;
    for (const [, { Properties }] of queues) expect(Properties.SqsManagedSseEnabled).toBe(true);
    const guarded = [service, shards]
      .flatMap((stack) => stack.ofType("AWS::SQS::QueuePolicy"))
      .flatMap(([, { Properties }]) => Properties.Queues.map((queue: { Ref: string }) => queue.Ref));
    expect(guarded.sort()).toEqual(queues.map(([id]) => id).sort());
  });

  it("keep what failed far longer than a wake-up lives; a notice, which nothing repeats, for days", () => {
    for (const [, { Properties }] of queueResources) {
      const isDeadLetters = Properties.QueueName.endsWith("-dead-letters");
      const isNotices = Properties.QueueName.endsWith("-notify-admins");
      const working = isNotices ? 4 * 86_400 : 2 * 3600;
      expect(Properties.MessageRetentionPeriod).toBe(isDeadLetters ? 14 * 86_400 : working);
    }
  });
});

describe("schedules", () => {
  it("may write to the lane queues and to nothing else", () => {
    const [[roleId] = [""]] = service
      .ofType("AWS::IAM::Role")
      .filter(([, { Properties }]) => JSON.stringify(Properties).includes("scheduler.amazonaws.com"));
    const statements = service
      .ofType("AWS::IAM::Policy")
      .filter(([, { Properties }]) => Properties.Roles.some((role: { Ref: string }) => role.Ref === roleId))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
    expect(statements).toHaveLength(1);
    expect(statements[0]).toMatchObject({ Action: "sqs:SendMessage", Effect: "Allow" });
    const [chat, endpoint, ofShards, ...others] = statements[0].Resource;
    const nameOf = (arn: { "Fn::GetAtt": [string, string] }) =>
      service.resources[arn["Fn::GetAtt"][0]]?.Properties.QueueName;
    expect([endpoint, chat].map(nameOf)).toEqual(["messaging-gateway-prod-endpoint", "messaging-gateway-prod-chat"]);
    expect(JSON.stringify(ofShards)).toMatch(/:messaging-gateway-prod-shards-\*"/);
    expect(others).toEqual([]);
  });

  it("of another account or group can't borrow the role", () => {
    service.template.hasResourceProperties("AWS::IAM::Role", {
      AssumeRolePolicyDocument: {
        Statement: [
          {
            Principal: { Service: "scheduler.amazonaws.com" },
            Condition: {
              StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" }, "aws:SourceArn": Match.anyValue() },
            },
          },
        ],
      },
    });
  });
});

describe("the API", () => {
  it("logs each request as JSON without its path, which may be a link to a file, its query or headers", () => {
    const [[, stage] = ["", undefined]] = service.ofType("AWS::ApiGatewayV2::Stage");
    const format = JSON.parse(stage?.Properties.AccessLogSettings.Format);
    expect(Object.keys(format)).toContain("request_id");
    expect(JSON.stringify(format)).not.toMatch(/path|query|header|authoriz/i);
  });

  it("is limited to the stage's rate over all customers", () => {
    service.template.hasResourceProperties("AWS::ApiGatewayV2::Stage", {
      StageName: "$default",
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    });
  });
});

describe("routes that ask for no key", () => {
  it("get a share of the stage's rate, so that strangers can't use it up", () => {
    service.template.hasResourceProperties("AWS::ApiGatewayV2::Stage", {
      RouteSettings: {
        "GET /v1/files/{token}": { ThrottlingRateLimit: 250, ThrottlingBurstLimit: 500 },
        $default: { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 },
      },
    });
  });

  it("are there before the stage that names them, or API Gateway refuses it", () => {
    const [[, stage] = ["", undefined]] = service.ofType("AWS::ApiGatewayV2::Stage");
    for (const key of Object.keys(stage?.Properties.RouteSettings)) {
      const [id] = service.ofType("AWS::ApiGatewayV2::Route").find(([, one]) => one.Properties.RouteKey === key) ?? [];
      expect(stage?.DependsOn, key).toContain(id);
    }
  });
});

describe("the functions", () => {
  it("run on Node 24 and ARM, each with a role and a log of its own", () => {
    const functions = service.ofType("AWS::Lambda::Function").map(([, { Properties }]) => Properties);
    for (const fn of functions) expect(fn).toMatchObject({ Runtime: "nodejs24.x", Architectures: ["arm64"] });
    const own = (pick: (fn: (typeof functions)[number]) => unknown) =>
      new Set(functions.map((fn) => JSON.stringify(pick(fn))));
    expect(own((fn) => fn.Role).size).toBe(functions.length);
    expect(own((fn) => fn.LoggingConfig.LogGroup).size).toBe(functions.length);
  });

  it("that queues call may wake themselves as often as there is work: Lambda does not take that for a loop", () => {
    const called = service
      .ofType("AWS::Lambda::EventSourceMapping")
      .filter(([, { Properties }]) => JSON.stringify(Properties.EventSourceArn).includes("Queue"))
      .map(([, { Properties }]) => JSON.stringify(Properties.FunctionName));
    expect(called.length).toBe(3);
    const looping = service
      .ofType("AWS::Lambda::Function")
      .filter(([, { Properties }]) => Properties.RecursiveLoop === "Allow");
    expect(looping.map(([, { Properties }]) => Properties.Description.split(" ")[0]).sort()).toEqual([
      "functions/workers/notify-admins.ts",
      "functions/workers/work-chat-lane.ts",
      "functions/workers/work-endpoint-lane.ts",
    ]);
  });

  it("leave logs that end: no log group without a retention", () => {
    const groups = service.ofType("AWS::Logs::LogGroup");
    expect(groups.length).toBeGreaterThan(0);
    for (const [, { Properties }] of groups) expect(Properties.RetentionInDays).toBe(STAGES.prod?.logRetentionDays);
  });
});

describe("the sweep", () => {
  it("starts once a minute and is not repeated when it fails", () => {
    service.template.hasResourceProperties("AWS::Events::Rule", {
      ScheduleExpression: "rate(1 minute)",
      State: "ENABLED",
      Targets: [Match.objectLike({ RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 } })],
    });
    service.template.hasResourceProperties("AWS::Lambda::EventInvokeConfig", { MaximumRetryAttempts: 0 });
  });

  it("has one call kept for it and no second one, in a stage whose account has calls to spare", () => {
    const sweepOf = (stack: typeof service) =>
      stack.ofType("AWS::Lambda::Function").find(([, { Properties }]) => /sweep-lanes/.test(Properties.Description));
    expect(sweepOf(service)?.[1].Properties.ReservedConcurrentExecutions).toBe(1);
    expect(sweepOf(synthesised("dev").service)?.[1].Properties).not.toHaveProperty("ReservedConcurrentExecutions");
  });

  it("that is missing for five minutes raises an alarm, also when nothing is reported at all", () => {
    service.template.hasResourceProperties("AWS::CloudWatch::Alarm", {
      AlarmName: "messaging-gateway-prod-sweep-missing",
      EvaluationPeriods: 5,
      Threshold: 1,
      MetricName: "Errors",
      ComparisonOperator: "GreaterThanOrEqualToThreshold",
      TreatMissingData: "breaching",
    });
  });
});

it("lets CloudWatch write its alarms to the topic, although the topic's policy is our own", () => {
  service.template.hasResourceProperties("AWS::SNS::TopicPolicy", {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Effect: "Allow",
          Action: "sns:Publish",
          Principal: { Service: "cloudwatch.amazonaws.com" },
          Condition: Match.objectLike({ StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } }),
        }),
      ]),
    },
  });
});
