import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { SESSION_SERVICE } from "../../lib/wiring.ts";
import { synthesised } from "./synthesised.ts";

const { session } = synthesised("prod");

describe("the session service", () => {
  it("gets 120 seconds to hand over, and a new task before an old one goes", () => {
    session.template.hasResourceProperties("AWS::ECS::TaskDefinition", {
      ContainerDefinitions: [Match.objectLike({ StopTimeout: 120, LinuxParameters: { InitProcessEnabled: true } })],
    });
    session.template.hasResourceProperties("AWS::ECS::Service", {
      DeploymentConfiguration: {
        MinimumHealthyPercent: 100,
        MaximumPercent: 200,
        DeploymentCircuitBreaker: { Enable: true, Rollback: true },
      },
    });
  });

  it("has its number of tasks chosen by memory and processors, slowly when fewer would do", () => {
    session.template.hasResourceProperties("AWS::ApplicationAutoScaling::ScalableTarget", {
      MinCapacity: 2,
      MaxCapacity: 10,
      ServiceNamespace: "ecs",
      ScalableDimension: "ecs:service:DesiredCount",
    });
    for (const [metric, target] of [
      ["ECSServiceAverageMemoryUtilization", 50],
      ["ECSServiceAverageCPUUtilization", 60],
    ])
      session.template.hasResourceProperties("AWS::ApplicationAutoScaling::ScalingPolicy", {
        PolicyType: "TargetTrackingScaling",
        TargetTrackingScalingPolicyConfiguration: {
          PredefinedMetricSpecification: { PredefinedMetricType: metric },
          TargetValue: target,
          ScaleOutCooldown: 300,
          ScaleInCooldown: 3600,
        },
      });
  });

  it("keeps its number of tasks through a deployment: the template states none", () => {
    const [[, service] = ["", undefined]] = session.ofType("AWS::ECS::Service");
    expect(service?.Properties).not.toHaveProperty("DesiredCount");
  });

  it("passes the stage's tags on to its tasks, which are most of the bill", () => {
    session.template.hasResourceProperties("AWS::ECS::Service", {
      PropagateTags: "SERVICE",
      EnableECSManagedTags: true,
      Tags: Match.arrayWith([{ Key: "stage", Value: "prod" }]),
    });
  });

  it("runs on ARM with one processor and 4 GB, and says whether it is healthy", () => {
    session.template.hasResourceProperties("AWS::ECS::TaskDefinition", {
      Cpu: "1024",
      Memory: "4096",
      RuntimePlatform: { CpuArchitecture: "ARM64", OperatingSystemFamily: "LINUX" },
      ContainerDefinitions: [
        Match.objectLike({ HealthCheck: Match.objectLike({ Command: ["CMD", "node", SESSION_SERVICE.healthEntry] }) }),
      ],
    });
  });

  it("can't be held up by a slow log service", () => {
    session.template.hasResourceProperties("AWS::ECS::TaskDefinition", {
      ContainerDefinitions: [
        Match.objectLike({
          LogConfiguration: { LogDriver: "awslogs", Options: Match.objectLike({ mode: "non-blocking" }) },
        }),
      ],
    });
  });

  it("takes wake-ups of the shard queues only", () => {
    const statements = session
      .ofType("AWS::IAM::Policy")
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
      .filter((statement) => JSON.stringify(statement.Action).includes("sqs:ReceiveMessage"));
    expect(statements).toHaveLength(1);
    // The pattern includes the stage's name and doesn't match the dead-letter queues of the shards.
    expect(JSON.stringify(statements[0].Resource)).toMatch(/:messaging-gateway-prod-shards-\*"\]*\}?$/);
  });
});

describe("its network", () => {
  it("has no way in: no load balancer, no rule that admits anything", () => {
    session.template.resourceCountIs("AWS::ElasticLoadBalancingV2::LoadBalancer", 0);
    session.template.resourceCountIs("AWS::EC2::SecurityGroupIngress", 0);
    for (const [, { Properties }] of session.ofType("AWS::EC2::SecurityGroup")) {
      expect(Properties.SecurityGroupIngress).toBeUndefined();
    }
    const [[, task] = ["", undefined]] = session.ofType("AWS::ECS::TaskDefinition");
    expect(task?.Properties.ContainerDefinitions[0].PortMappings).toBeUndefined();
  });

  it("pays for no NAT gateway: tasks call out from their own public address", () => {
    session.template.resourceCountIs("AWS::EC2::NatGateway", 0);
    session.template.hasResourceProperties("AWS::ECS::Service", {
      NetworkConfiguration: { AwsvpcConfiguration: { AssignPublicIp: "ENABLED" } },
    });
  });

  it("reaches the table and the files without leaving AWS's network", () => {
    session.template.resourcePropertiesCountIs("AWS::EC2::VPCEndpoint", { VpcEndpointType: "Gateway" }, 2);
  });
});

it("raises the alarm when fewer tasks run than the stage wants, and when their memory fills", () => {
  session.template.hasResourceProperties("AWS::CloudWatch::Alarm", {
    AlarmName: "messaging-gateway-prod-session-tasks-missing",
    Threshold: 2,
    TreatMissingData: "breaching",
  });
  session.template.hasResourceProperties("AWS::CloudWatch::Alarm", {
    AlarmName: "messaging-gateway-prod-session-memory-high",
    MetricName: "MemoryUtilization",
    Threshold: 70,
  });
});
