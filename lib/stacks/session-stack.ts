import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { ENV } from "../../core/env.ts";
import { docsUrlOf, type StageConfig } from "../config.ts";
import { metricsNamespace } from "../constructs/metrics/own-metrics.ts";
import { grantCapabilities, type Platform } from "../constructs/platform.ts";
import { SessionCluster } from "../constructs/session-cluster.ts";
import { SessionNetwork } from "../constructs/session-network.ts";
import type { Alarms } from "../constructs/watching/alarms.ts";
import { raiseSessionAlarms } from "../constructs/watching/session-alarms.ts";
import { SESSION_SERVICE } from "../wiring.ts";

/** Input for creating the stack, from the other stacks. */
export interface SessionStackProps extends StackProps {
  config: StageConfig;
  platform: Platform;
  alarms: Alarms;
}

/**
 * The service that maintains the connections of linked numbers, along with the network that it uses for outgoing
 * connections.
 */
export class SessionStack extends Stack {
  constructor(scope: Construct, id: string, props: SessionStackProps) {
    super(scope, id, props);
    const { config, platform, alarms } = props;
    const network = new SessionNetwork(this, "Network", { config });
    const cluster = new SessionCluster(this, "Sessions", { network, config });
    grantCapabilities(platform, cluster, SESSION_SERVICE.uses);
    platform.queues.grantReadShards(cluster);
    platform.media.grantReads(cluster);
    platform.media.grantKeep(cluster);
    const docsUrl = docsUrlOf(config);
    if (docsUrl) cluster.addEnvironment(ENV.docsUrl, docsUrl);
    if (config.hasPasskeyLinking) cluster.addEnvironment(ENV.passkeyLinking, "1");
    if (config.clientVersions) cluster.addEnvironment(ENV.clientVersions, config.clientVersions);

    cluster.addEnvironment(ENV.metricsNamespace, metricsNamespace(config));
    cluster.addEnvironment(ENV.onlyEssentialMetrics, config.isWatchedClosely ? "0" : "1");
    raiseSessionAlarms(this, alarms, { cluster, config });
    // The paging alarm is created here because this stack is deployed last, when all other alarms exist.
    alarms.page(this);
  }
}
