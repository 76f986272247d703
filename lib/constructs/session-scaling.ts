import { Duration } from "aws-cdk-lib";
import type { FargateService } from "aws-cdk-lib/aws-ecs";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";

/** Percent of the tasks' memory that is aimed at: a task that fills further refuses numbers at 80 (docs/runbook.md). */
const MEMORY_TARGET = 50;
/** Percent of the tasks' processors that is aimed at. */
const CPU_TARGET = 60;

/** Until a new task has started, got its share of the shards, and visibly relieves the others. */
const SCALE_OUT_COOLDOWN = Duration.minutes(5);
/** Each task that ends hands its numbers over, which are offline for seconds: one an hour at most, not one a minute. */
const SCALE_IN_COOLDOWN = Duration.hours(1);

/**
 * Runs as many session tasks as memory and processors need, within the stage's limits. The service itself states no
 * number, so that a deployment leaves the current one unchanged.
 */
export class SessionScaling extends Construct {
  constructor(scope: Construct, id: string, props: { service: FargateService; config: StageConfig }) {
    super(scope, id);
    const { sessionTasks, sessionTasksMax } = props.config;
    const scaling = props.service.autoScaleTaskCount({ minCapacity: sessionTasks, maxCapacity: sessionTasksMax });
    const cooldowns = { scaleOutCooldown: SCALE_OUT_COOLDOWN, scaleInCooldown: SCALE_IN_COOLDOWN };
    scaling.scaleOnMemoryUtilization("Memory", { targetUtilizationPercent: MEMORY_TARGET, ...cooldowns });
    scaling.scaleOnCpuUtilization("Cpu", { targetUtilizationPercent: CPU_TARGET, ...cooldowns });
  }
}
