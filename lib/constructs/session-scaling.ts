import { Duration } from "aws-cdk-lib";
import type { FargateService } from "aws-cdk-lib/aws-ecs";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";

/** The target for the tasks' memory, in percent; a fuller task refuses numbers at 80 (docs/runbook.md). */
const MEMORY_TARGET = 50;
/** The target for the tasks' processors, in percent. */
const CPU_TARGET = 60;

/** Until a new task has started, got its share of the shards, and visibly relieved the others. */
const SCALE_OUT_COOLDOWN = Duration.minutes(5);
/** Each ending task hands over its numbers, which are offline for seconds, so at most one an hour, not one a minute. */
const SCALE_IN_COOLDOWN = Duration.hours(1);

/**
 * Runs as many session tasks as memory and processors need, within the stage's limits. The service itself sets no
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
