import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { AlarmLimit } from "../../alarm-limits.ts";
import type { StageConfig } from "../../config.ts";
import { type OwnMetrics, ownMetrics } from "../metrics/own-metrics.ts";
import type { SessionCluster } from "../session-cluster.ts";
import type { AlarmRules, Alarms } from "./alarms.ts";

/** Outcomes of sends that are the responsibility of the network or the gateway rather than the customer. */
const NOT_THEIRS = ["no_receipt", "messenger_refused", "messenger_restricted", "server_error"] as const;

/**
 * Creates the session service's alarms. Which of them wake someone up is our choice; each entry in docs/runbook.md
 * states the reason.
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

/** Rules for the tasks of the session service. */
function taskRules(cluster: SessionCluster, config: StageConfig, own: OwnMetrics): AlarmRules {
  return {
    "session-tasks-missing": {
      meaning: "Fewer session tasks run than should: numbers crowd on the others, or are not connected at all.",
      metric: config.hasContainerInsights ? cluster.runningTasks() : own.reportingTasks(),
      when: "less_than",
      silenceIsBad: true,
    },
    "session-memory-high": {
      meaning: "A session task has little memory left; when it has none, it is killed with all its numbers.",
      metric: cluster.memoryUsed(),
      when: "at_least",
    },
    "session-leases-lost": {
      meaning: "Session tasks lose their numbers again and again: each time those are offline for seconds.",
      metric: own.count("ShardsLost"),
      when: "at_least",
    },
    "session-shards-unowned": {
      meaning: "No task works some of the numbers: they are offline, nothing is sent or received.",
      metric: own.shardsUnowned(),
      when: "at_least",
    },
    "session-shards-refused": {
      meaning: "Session tasks have no memory for more numbers: those of some shards are offline until there is room.",
      metric: own.count("ShardsRefused"),
      when: "at_least",
    },
  };
}

/** Rules for the connections of numbers and for data received through them. */
function numberRules(own: OwnMetrics, { alarmLimits: limits }: StageConfig): AlarmRules {
  return {
    "session-numbers-down": {
      meaning: "A large share of the linked numbers has no connection to the messaging network.",
      metric: new MathExpression({
        label: "percent of linked numbers without a connection",
        expression: `IF(FILL(w,0)+FILL(s,0)+FILL(f,0) >= ${leastOf(limits["session-numbers-down"])}, 100*(FILL(s,0)+FILL(f,0))/(FILL(w,0)+FILL(s,0)+FILL(f,0)), 0)`,
        usingMetrics: { w: own.sessions("working"), s: own.sessions("starting"), f: own.sessions("failed") },
      }),
      when: "at_least",
    },
    "session-connections-refused": {
      meaning: "The messaging network refuses our client, or two parties use one number.",
      metric: own.count("ConnectionAlarms"),
      when: "at_least",
    },
    "session-jobs-set-aside": {
      meaning:
        "Something that came for a number can never be stored as it is and was quarantined; the number works on.",
      metric: own.count("JobsSetAside"),
      when: "at_least",
    },
    "session-queries-not-understood": {
      meaning: "The messaging network understands a question about channels no more: its own client has moved on.",
      metric: own.count("QueriesNotUnderstood"),
      when: "at_least",
    },
    "session-decrypt-errors": {
      meaning: "A large share of the received messages could not be read.",
      metric: new MathExpression({
        label: "percent of received messages that could not be read",
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
      meaning: "A number's messages have waited for minutes to be looked at.",
      metric: own.gauge("LaneAge"),
      when: "at_least",
    },
    "session-replies-late": {
      meaning: "Replies take far too long to leave.",
      metric: own.duration("ReplyAge", "p95"),
      when: "at_least",
    },
    "session-sends-failing": {
      meaning: "A large share of the messages fails on its way to the messaging network.",
      metric: new MathExpression({
        label: "percent of sends that failed through no fault of the customer",
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

/** Returns the minimum number of samples needed to calculate a share. */
const leastOf = ({ atLeast = 1 }: AlarmLimit) => atLeast;
