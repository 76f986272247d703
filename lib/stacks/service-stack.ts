import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Bundle } from "../../build/bundle.ts";
import { busPatterns } from "../../core/contracts/bus-events.ts";
import type { StageConfig } from "../config.ts";
import { addFunction } from "../constructs/add-function.ts";
import { AdminNotices } from "../constructs/admin-notices.ts";
import { Canary } from "../constructs/canary.ts";
import type { GatewayFunction } from "../constructs/gateway-function.ts";
import { GradualReleases } from "../constructs/gradual-releases.ts";
import { LaneQueues } from "../constructs/lane-queues.ts";
import { LaneSweep } from "../constructs/lane-sweep.ts";
import { LaneFunction } from "../constructs/lane-worker.ts";
import { OperatorPolicy } from "../constructs/operator-policy.ts";
import type { Platform } from "../constructs/platform.ts";
import { PublicApi } from "../constructs/public-api.ts";
import type { ShardQueues } from "../constructs/shard-queues.ts";
import { TableBackup } from "../constructs/table-backup.ts";
import { TableFollower } from "../constructs/table-follower.ts";
import { Alarms } from "../constructs/watching/alarms.ts";
import { MonthlyBudget } from "../constructs/watching/budget.ts";
import { Dashboard } from "../constructs/watching/dashboard.ts";
import { raiseServiceAlarms } from "../constructs/watching/service-alarms.ts";
import { API_FUNCTIONS, type FunctionWiring, WORKERS } from "../wiring.ts";
import type { DataStack } from "./data-stack.ts";
import type { StreamStack } from "./stream-stack.ts";

/** Input for creating the stack. */
export interface ServiceStackProps extends StackProps {
  config: StageConfig;
  data: DataStack;
  shards: ShardQueues;
  stream: StreamStack;
  bundles: readonly Pick<Bundle, "name" | "folder">[];
}

/**
 * Everything that serves requests and processes work: the API, the lane queues other than those of the shards, their
 * workers, the bus function, emails to admins, the sweep, and the alarms. The stack holds no data worth keeping.
 */
export class ServiceStack extends Stack {
  readonly platform: Platform;
  readonly alarms: Alarms;
  readonly api: PublicApi;

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id, props);
    const { config, data } = props;
    this.alarms = new Alarms(this, "Alarms", { config });
    const namePrefix = `messaging-gateway-${config.stage}`;
    const queues = new LaneQueues(this, "LaneQueues", {
      namePrefix,
      config,
      shards: props.shards,
    });
    this.api = new PublicApi(this, "PublicApi", { config });
    const { api } = this;
    this.platform = platformOf({ data, stream: props.stream, queues, api, config });

    const { platform } = this;
    const createFunction = (wiring: FunctionWiring) => addFunction(this, wiring, { ...props, platform });

    const answering = API_FUNCTIONS.map((wiring) => {
      const fn = createFunction(wiring);
      api.serve(fn, wiring);
      return fn;
    });

    const worker = createFunction(WORKERS.workEndpointLane);
    new LaneFunction(this, "EndpointWorker", { kind: "endpoint", queues, fn: worker, config });
    const chatWorker = createFunction(WORKERS.workChatLane);
    new LaneFunction(this, "ChatWorker", { kind: "chat", queues, fn: chatWorker, config });
    const notifier = createFunction(WORKERS.notifyAdmins);
    const { mailFrom } = config;
    const notices = new AdminNotices(this, "AdminNotices", { namePrefix, bus: data.bus.bus, fn: notifier, mailFrom });
    const forwarder = createFunction(WORKERS.forwardToBus);
    const { table } = data;
    const forwarding = new TableFollower(this, "BusForwarding", {
      ...{ namePrefix, table, fn: forwarder, wiring: WORKERS.forwardToBus },
      patterns: busPatterns(config.eventsToBus),
      seenBy: "An alarm watches it.",
    });
    const sweep = createFunction(WORKERS.sweepLanes);
    new LaneSweep(this, "LaneSweep", { fn: sweep, config });
    const canary = createFunction(WORKERS.canary);
    new Canary(this, "CanarySchedule", { fn: canary });

    const { tableName } = table;
    const workers = { worker, chatWorker, forwarder, sweep, canary };
    raiseServiceAlarms(this, this.alarms, { config, queues, notices, forwarding, api, ...workers, tableName });
    const deadLetters = {
      webhooks: queues.endpointDeadLetters,
      answers: queues.chatDeadLetters,
      sending: queues.shardDeadLetters,
      "admins' mail": notices.deadLetters,
      "internal bus": forwarding.deadLetters,
      "stream of events": props.stream.deadLetters,
    };
    new Dashboard(this, "Dashboard", { config, shown: { api, queues, deadLetters, canary, tableName } });
    new MonthlyBudget(this, "Budget", { config });
    const { stage, backup } = config;
    if (backup) new TableBackup(this, "TableBackup", { stage, table, backup, failuresTo: this.alarms.mail });
    if (config.release === "gradual") this.#releaseGradually(namePrefix, { answering, worker, chatWorker });
    new OperatorPolicy(this, "Operator", { namePrefix, table, secrets: data.secrets, bus: data.bus });
    new CfnOutput(this, "ApiUrl", { description: "Where customers call the gateway.", value: api.url });
  }

  /**
   * Shifts traffic gradually to new versions of the functions whose callers wait for a response, provided that an alarm
   * of this stage monitors them.
   */
  #releaseGradually(
    namePrefix: string,
    {
      answering,
      worker,
      chatWorker,
    }: Record<"worker" | "chatWorker", GatewayFunction> & { answering: GatewayFunction[] },
  ): void {
    const releases = new GradualReleases(this, "Releases", { namePrefix });
    for (const fn of answering) releases.shift(fn, this.alarms.raised("api-server-errors"));
    releases.shift(worker, this.alarms.raised("worker-errors"));
    const watched = "chat-worker-errors";
    if (this.alarms.isRaised(watched)) releases.shift(chatWorker, this.alarms.raised(watched));
  }
}

/** Returns the resources that the runtimes in these stacks can be granted access to. */
function platformOf(
  of: Pick<ServiceStackProps, "data" | "stream" | "config"> & { queues: LaneQueues; api: PublicApi },
): Platform {
  const { table, secrets, bus, media } = of.data;
  const { panelMailFrom, mailFrom } = of.config;
  const { sockets } = of.stream;
  const sender = panelMailFrom ?? mailFrom;
  return { table, secrets, bus, media, sockets, queues: of.queues, filesUrl: of.api.url, mailFrom: sender };
}
