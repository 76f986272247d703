import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { ENV } from "../../core/env.ts";
import type { StageConfig } from "../config.ts";
import type { Alarms } from "../constructs/alarms.ts";
import { grantCapabilities, type Platform } from "../constructs/platform.ts";
import { SessionCluster } from "../constructs/session-cluster.ts";
import { SessionNetwork } from "../constructs/session-network.ts";
import { SESSION_SERVICE } from "../wiring.ts";

/** What the stack takes from the others. */
export interface SessionStackProps extends StackProps {
  config: StageConfig;
  platform: Platform;
  alarms: Alarms;
}

/** The service that holds the linked numbers' connections, and the network it calls out from. */
export class SessionStack extends Stack {
  constructor(scope: Construct, id: string, props: SessionStackProps) {
    super(scope, id, props);
    const { config, platform, alarms } = props;
    const network = new SessionNetwork(this, "Network", { config });
    const cluster = new SessionCluster(this, "Sessions", { network, config });
    grantCapabilities(platform, cluster, SESSION_SERVICE.uses);
    platform.queues.grantReadShards(cluster);
    platform.media.grantKeep(cluster);
    if (config.docsUrl) cluster.addEnvironment(ENV.docsUrl, config.docsUrl);

    alarms.raise(this, "session-tasks-missing", {
      meaning: "Fewer session tasks run than should: numbers crowd on the others, or are not connected at all.",
      metric: cluster.runningTasks(),
      when: "less_than",
      threshold: Math.max(1, config.sessionTasks),
      minutes: 5,
      silenceIsBad: true,
    });
    alarms.raise(this, "session-memory-high", {
      meaning: "A session task uses over 70 % of its memory; at 100 % it is killed with all its numbers.",
      metric: cluster.memoryUsed(),
      when: "at_least",
      threshold: 70,
      minutes: 10,
    });
  }
}
