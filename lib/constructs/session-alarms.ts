import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { Counter, Duration, Gauges, SendOutcome } from "../../core/contracts/session-metrics.ts";
import type { StageConfig } from "../config.ts";
import type { AlarmRules, Alarms } from "./alarms.ts";
import type { SessionCluster } from "./session-cluster.ts";

/** The namespace of the session service's own metrics. */
export const metricsNamespace = ({ stage }: Pick<StageConfig, "stage">) => `MessagingGateway/${stage}`;

/** Outcomes of a send that are the network's fault or ours, not the customer's. */
const NOT_THEIRS = ["no_receipt", "messenger_refused", "messenger_restricted", "server_error"] as const;

/**
 * Raises the session service's alarms. What is bad enough to wake somebody is our choice; each entry of docs/runbook.md
 * says why.
 */
export function raiseSessionAlarms(
  scope: Construct,
  alarms: Alarms,
  { cluster, config }: { cluster: SessionCluster; config: StageConfig },
): void {
  const own = ownMetrics(metricsNamespace(config));
  alarms.raiseAll(scope, {
    ...taskRules(cluster, config, own),
    ...numberRules(own),
    ...sendRules(own),
  });
}

type OwnMetrics = ReturnType<typeof ownMetrics>;

/** Rules on the service's tasks. */
function taskRules(cluster: SessionCluster, config: StageConfig, own: OwnMetrics): AlarmRules {
  return {
    "session-tasks-missing": {
      meaning: "Fewer session tasks run than should: numbers crowd on the others, or are not connected at all.",
      metric: config.hasContainerInsights ? cluster.runningTasks() : own.reportingTasks(),
      when: "less_than",
      threshold: Math.max(1, config.sessionTasks),
      minutes: 5,
      silenceIsBad: true,
    },
    "session-memory-high": {
      meaning: "A session task uses over 70 % of its memory; at 100 % it is killed with all its numbers.",
      metric: cluster.memoryUsed(),
      when: "at_least",
      threshold: 70,
      minutes: 10,
    },
    "session-leases-lost": {
      meaning: "Session tasks lose their numbers again and again: each time those are offline for seconds.",
      metric: own.count("ShardsLost"),
      when: "at_least",
      threshold: 1,
      minutes: 3,
    },
  };
}

/** Rules on the numbers' connections and on what arrives through them. */
function numberRules(own: OwnMetrics): AlarmRules {
  return {
    "session-numbers-down": {
      meaning: "A fifth of the linked numbers has no connection to the messaging network.",
      metric: new MathExpression({
        label: "percent of linked numbers without a connection",
        expression:
          "IF(FILL(w,0)+FILL(s,0)+FILL(f,0) >= 5, 100*(FILL(s,0)+FILL(f,0))/(FILL(w,0)+FILL(s,0)+FILL(f,0)), 0)",
        usingMetrics: { w: own.sessions("working"), s: own.sessions("starting"), f: own.sessions("failed") },
      }),
      when: "at_least",
      threshold: 20,
      minutes: 10,
    },
    "session-connections-refused": {
      meaning: "The messaging network refuses our client, or two parties use one number.",
      metric: own.count("ConnectionAlarms"),
      when: "at_least",
      threshold: 1,
      minutes: 1,
    },
    "session-jobs-set-aside": {
      meaning: "Something that came for a number can never be stored as it is and was set aside; the number works on.",
      metric: own.count("JobsSetAside"),
      when: "at_least",
      threshold: 1,
      minutes: 1,
    },
    "session-decrypt-errors": {
      meaning: "Over 5 % of the received messages of an hour could not be read.",
      metric: new MathExpression({
        label: "percent of received messages that could not be read",
        expression: "IF(FILL(received,0) >= 100, 100*FILL(unreadable,0)/FILL(received,0), 0)",
        usingMetrics: { received: own.count("MessagesReceived"), unreadable: own.count("DecryptErrors") },
      }),
      when: "at_least",
      threshold: 5,
      minutes: 1,
      periodMin: 60,
    },
  };
}

/** Rules on messages that leave. */
function sendRules(own: OwnMetrics): AlarmRules {
  const bad = NOT_THEIRS.map((_, n) => `FILL(b${n},0)`).join("+");
  return {
    "session-lanes-stuck": {
      meaning: "A number's messages have waited for five minutes to be looked at.",
      metric: own.gauge("LaneAge"),
      when: "at_least",
      threshold: 300_000,
      minutes: 3,
    },
    "session-replies-late": {
      meaning: "Replies take over a minute to leave.",
      metric: own.duration("ReplyAge", "p95"),
      when: "at_least",
      threshold: 60_000,
      minutes: 5,
    },
    "session-sends-failing": {
      meaning: "A fifth of the messages fails on its way to the messaging network.",
      metric: new MathExpression({
        label: "percent of sends that failed through no fault of the customer",
        expression: `IF(FILL(sent,0)+${bad} >= 20, 100*(${bad})/(FILL(sent,0)+${bad}), 0)`,
        usingMetrics: {
          sent: own.sends("sent"),
          ...Object.fromEntries(NOT_THEIRS.map((outcome, n) => [`b${n}`, own.sends(outcome)])),
        },
      }),
      when: "at_least",
      threshold: 20,
      minutes: 1,
      periodMin: 15,
    },
  };
}

/** The service's own metrics by the names under which it writes them. */
function ownMetrics(namespace: string) {
  const metric = (metricName: string, statistic: string, dimensionsMap?: Record<string, string>) =>
    new Metric({ namespace, metricName, statistic, ...(dimensionsMap && { dimensionsMap }) });
  return {
    count: (name: Counter) => metric(name, "Sum"),
    // Each task writes its own shards once a minute, also none: as many values as tasks that work.
    reportingTasks: () => metric("ShardsHeld", "SampleCount"),
    gauge: (name: Exclude<keyof Gauges, "sessions">) => metric(name, "Maximum"),
    duration: (name: Duration, statistic: string) => metric(name, statistic),
    sends: (outcome: SendOutcome) => metric("Sends", "Sum", { Outcome: outcome }),
    // Each task writes its own share once a minute.
    sessions: (status: string) => metric("Sessions", "Sum", { Status: status }),
  };
}
