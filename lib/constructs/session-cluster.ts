import { RemovalPolicy } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { SubnetType } from "aws-cdk-lib/aws-ec2";
import {
  Cluster,
  type ContainerDefinition,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  OperatingSystemFamily,
  PropagatedTagSource,
} from "aws-cdk-lib/aws-ecs";
import { type IManagedPolicy, type IPrincipal, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { SESSION_SERVICE } from "../wiring.ts";
import { acknowledge } from "./acknowledge.ts";
import { countLines } from "./metrics/count-lines.ts";
import type { Runtime } from "./runtime.ts";
import { addSessionContainer } from "./session-container.ts";
import type { SessionNetwork } from "./session-network.ts";
import { SessionScaling } from "./session-scaling.ts";

/**
 * The long-running service that maintains the connections of linked numbers. Runs on Fargate on ARM, without a load
 * balancer or any inbound access.
 */
export class SessionCluster extends Construct implements Runtime {
  readonly grantPrincipal: IPrincipal;
  readonly service: FargateService;
  readonly #taskRole: Role;
  readonly #container: ContainerDefinition;
  readonly #clusterName: string;

  constructor(scope: Construct, id: string, props: { network: SessionNetwork; config: StageConfig }) {
    super(scope, id);
    const { network, config } = props;
    const cluster = this.#cluster(network, config);
    this.#clusterName = cluster.clusterName;
    const logGroup = new LogGroup(this, "Log", {
      logGroupName: `/messaging-gateway/${config.stage}/${SESSION_SERVICE.name}`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    countLines(logGroup, config, ["KeyServiceErrors"]);
    const ecsTasks = new ServicePrincipal("ecs-tasks.amazonaws.com");
    this.#taskRole = new Role(this, "TaskRole", {
      description: "What the session service may do.",
      assumedBy: ecsTasks,
    });
    this.grantPrincipal = this.#taskRole.grantPrincipal;

    const task = new FargateTaskDefinition(this, "Task", {
      family: `messaging-gateway-${config.stage}-${SESSION_SERVICE.name}`,
      cpu: config.sessionCpu,
      memoryLimitMiB: config.sessionMemoryMiB,
      runtimePlatform: { cpuArchitecture: CpuArchitecture.ARM64, operatingSystemFamily: OperatingSystemFamily.LINUX },
      taskRole: this.#taskRole,
    });
    this.#container = addSessionContainer(this, task, { memoryMiB: config.sessionMemoryMiB, logGroup });

    this.service = this.#service(cluster, task, network, config);
    if (config.sessionTasks > 0) new SessionScaling(this, "Scaling", { service: this.service, config });
    acknowledge(task, {
      "AwsSolutions-ECS2":
        "These variables are names and addresses of resources; secrets lie sealed in the table, never in the environment.",
      "AwsSolutions-IAM5[Resource::*]": "ecr:GetAuthorizationToken, which pulls the image, knows no resource.",
    });
  }

  addEnvironment(name: string, value: string): void {
    this.#container.addEnvironment(name, value);
  }

  attachPolicy(policy: IManagedPolicy): void {
    this.#taskRole.addManagedPolicy(policy);
  }

  #service(
    cluster: Cluster,
    taskDefinition: FargateTaskDefinition,
    network: SessionNetwork,
    config: StageConfig,
  ): FargateService {
    return new FargateService(this, "Service", {
      cluster,
      taskDefinition,
      // Any other number would reset auto scaling's choice on every deployment. 0 is only set for a repair.
      ...(config.sessionTasks === 0 && { desiredCount: 0 }),
      // New tasks start before the old ones hand over their numbers, so numbers don't have to wait for a task.
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      circuitBreaker: { rollback: true },
      assignPublicIp: true,
      vpcSubnets: { subnetType: SubnetType.PUBLIC },
      securityGroups: [network.outboundOnly],
      enableExecuteCommand: false,
      // Like everything that costs money, tasks carry the stage's tags, in addition to those of their cluster and
      // service.
      propagateTags: PropagatedTagSource.SERVICE,
      enableECSManagedTags: true,
    });
  }

  #cluster({ vpc }: SessionNetwork, { hasContainerInsights }: StageConfig): Cluster {
    const containerInsightsV2 = hasContainerInsights ? ContainerInsights.ENABLED : ContainerInsights.DISABLED;
    const cluster = new Cluster(this, "Cluster", { vpc, containerInsightsV2 });
    if (!hasContainerInsights)
      acknowledge(cluster, {
        "AwsSolutions-ECS4":
          "Container Insights cost more than all else that watches this stage; it counts its tasks by its own metric.",
      });
    return cluster;
  }

  /** The number of healthy tasks. A container that fails its health check is replaced and, until then, not counted. */
  runningTasks(): Metric {
    return new Metric({
      namespace: "ECS/ContainerInsights",
      metricName: "RunningTaskCount",
      dimensionsMap: { ClusterName: this.#clusterName, ServiceName: this.service.serviceName },
      statistic: "Minimum",
    });
  }

  /** The memory usage of the task that uses the most memory, in percent. */
  memoryUsed(): Metric {
    return this.service.metricMemoryUtilization({ statistic: "Maximum" });
  }
}
