import { Duration } from "aws-cdk-lib";
import type { FargateService } from "aws-cdk-lib/aws-ecs";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";

/** The target for the tasks' memory usage, in percent. A task stops accepting numbers at 80 (docs/runbook.md). */
const MEMORY_TARGET = 50;
/** The target for the CPU usage of tasks, in percent. */
const CPU_TARGET = 60;

/** The time a new task needs to start, get its share of the shards, and noticeably relieve the other tasks. */
const SCALE_OUT_COOLDOWN = Duration.minutes(5);
/**
 * Each task that stops hands over its numbers, which go offline for a few seconds. So at most one task is stopped per
 * hour, rather than per minute.
 */
const SCALE_IN_COOLDOWN = Duration.hours(1);

/**
 * Runs as many session tasks as memory and CPU usage require, within the stage's limits. The service itself doesn't
 * specify a number of tasks, so a deployment doesn't change the current number.
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
