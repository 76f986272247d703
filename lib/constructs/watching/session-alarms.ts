import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { AlarmLimit } from "../../alarm-limits.ts";
import type { StageConfig } from "../../config.ts";
import { type OwnMetrics, ownMetrics } from "../metrics/own-metrics.ts";
import type { SessionCluster } from "../session-cluster.ts";
import type { AlarmRules, Alarms } from "./alarms.ts";

/** Send outcomes that are the network's or the gateway's fault rather than the customer's. */
const NOT_THEIRS = ["no_receipt", "messenger_refused", "messenger_restricted", "server_error"] as const;

/**
 * Creates the session service's alarms. Which of them wake someone up is a design choice; docs/runbook.md gives the
 * reason in each entry.
 */
export function raiseSessionAlarms(
  scope: Construct,
  alarms: Alarms,
  { cluster, config }: { cluster: SessionCluster; config: StageConfig },
): void {
  const own = ownMetrics(config);
  alarms.raiseAll(scope, {
    ...taskRules(cluster, config, own),
    ...numberRules(own, config),
    ...sendRules(own, config),
  });
}

/** Rules for the session service's tasks. */
function taskRules(cluster: SessionCluster, config: StageConfig, own: OwnMetrics): AlarmRules {
  return {
    "session-tasks-missing": {
      meaning:
        "Fewer session tasks are running than expected. Numbers are crowded onto the remaining tasks or are not connected at all.",
      metric: config.hasContainerInsights ? cluster.runningTasks() : own.reportingTasks(),
      when: "less_than",
      silenceIsBad: true,
    },
    "session-memory-high": {
      meaning:
        "A session task is running out of memory. If it does run out, the task is killed and all its numbers are disconnected.",
      metric: cluster.memoryUsed(),
      when: "at_least",
    },
    "session-leases-lost": {
      meaning: "Session tasks keep losing their numbers. Each time, the numbers are offline for a few seconds.",
      metric: own.count("ShardsLost"),
      when: "at_least",
    },
    "session-shards-unowned": {
      meaning: "Some numbers are not run by any task. They are offline, so nothing is sent or received.",
      metric: own.shardsUnowned(),
      when: "at_least",
    },
    "session-shards-refused": {
      meaning:
        "Session tasks have no memory for more numbers. The numbers in some shards are offline until there is room.",
      metric: own.count("ShardsRefused"),
      when: "at_least",
    },
  };
}

/** Rules for the numbers' connections and the data received through them. */
function numberRules(own: OwnMetrics, { alarmLimits: limits }: StageConfig): AlarmRules {
  return {
    "session-numbers-down": {
      meaning: "A large share of the linked numbers is not connected to the messaging network.",
      metric: new MathExpression({
        label: "percentage of linked numbers without a connection",
        expression: `IF(FILL(w,0)+FILL(s,0)+FILL(f,0) >= ${leastOf(limits["session-numbers-down"])}, 100*(FILL(s,0)+FILL(f,0))/(FILL(w,0)+FILL(s,0)+FILL(f,0)), 0)`,
        usingMetrics: { w: own.sessions("working"), s: own.sessions("starting"), f: own.sessions("failed") },
      }),
      when: "at_least",
    },
    "session-connections-refused": {
      meaning: "The messaging network is refusing our client, or a number is being used in two places.",
      metric: own.count("ConnectionAlarms"),
      when: "at_least",
    },
    "session-jobs-set-aside": {
      meaning:
        "Something that arrived for a number can never be stored as it is and was quarantined. The number continues to work.",
      metric: own.count("JobsSetAside"),
      when: "at_least",
    },
    "session-queries-not-understood": {
      meaning:
        "The messaging network no longer supports one of our channel queries, because its own client has changed.",
      metric: own.count("QueriesNotUnderstood"),
      when: "at_least",
    },
    "session-decrypt-errors": {
      meaning: "A large share of the received messages could not be read.",
      metric: new MathExpression({
        label: "percentage of received messages that could not be read",
        expression: `IF(FILL(received,0) >= ${leastOf(limits["session-decrypt-errors"])}, 100*FILL(unreadable,0)/FILL(received,0), 0)`,
        usingMetrics: { received: own.count("MessagesReceived"), unreadable: own.count("DecryptErrors") },
      }),
      when: "at_least",
    },
  };
}

/** Rules for outgoing messages. */
function sendRules(own: OwnMetrics, { alarmLimits: limits }: StageConfig): AlarmRules {
  const bad = NOT_THEIRS.map((_, n) => `FILL(b${n},0)`).join("+");
  return {
    "session-lanes-stuck": {
      meaning: "A number's messages have been waiting for minutes to be processed.",
      metric: own.gauge("LaneAge"),
      when: "at_least",
    },
    "session-replies-late": {
      meaning: "Replies take far too long to be sent.",
      metric: own.duration("ReplyAge", "p95"),
      when: "at_least",
    },
    "session-sends-failing": {
      meaning: "A large share of the messages fails on the way to the messaging network.",
      metric: new MathExpression({
        label: "percentage of sends that failed through no fault of the customer",
        expression: `IF(FILL(sent,0)+${bad} >= ${leastOf(limits["session-sends-failing"])}, 100*(${bad})/(FILL(sent,0)+${bad}), 0)`,
        usingMetrics: {
          sent: own.sends("sent"),
          ...Object.fromEntries(NOT_THEIRS.map((outcome, n) => [`b${n}`, own.sends(outcome)])),
        },
      }),
      when: "at_least",
    },
  };
}

/** Returns the minimum number of samples needed to calculate a ratio. */
const leastOf = ({ atLeast = 1 }: AlarmLimit) => atLeast;
