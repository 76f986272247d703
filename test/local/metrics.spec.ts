import { describe, expect, it } from "vitest";
import { LOG_METRICS, UNDEPLOYED_METRICS } from "../../core/contracts/log-metrics.ts";
import { COUNTERS, DURATIONS } from "../../core/contracts/session-metrics.ts";
import { countingLog } from "../../local/system/watching/counting-log.ts";
import { exposition } from "../../local/system/watching/exposition.ts";
import { metricsText, type Watched } from "../../local/system/watching/metrics-text.ts";
import { requestCounts } from "../../local/system/watching/request-counts.ts";
import { MetricTotals } from "../../session-service/process/metric-totals.ts";
import { processFigures } from "../../simulated-network/src/process/process-figures.ts";
import { synthesised } from "../lib/synthesised.ts";
import { alarmsOf, metricsOfAlarm, metricsOfDashboard } from "../lib/watched.ts";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const GAUGES = { ShardsHeld: 4, LaneAge: 1_500, sessions: { working: 2, stopped: 1 } };

/** Matches the names of metrics that have no counterpart in CloudWatch. */
const OF_PROCESSES = /^((process|nodejs|session_process)_|ApiRequests$|ApiDuration$)/;

function watched(change: (totals: MetricTotals) => void = () => {}): Watched {
  const totals = new MetricTotals();
  change(totals);
  return {
    sessions: [{ process: "sessions-0", counts: { ...totals.read(), gauges: GAUGES } }],
    processes: { gateway: processFigures()() },
    queues: [{ name: "chats", visible: 3, inFlight: 2, delayed: 1, oldestMs: 61_000 }],
    logged: countingLog(SILENT).counts(),
    requests: requestCounts().metrics(),
  };
}

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
const namesIn = (text: string) =>
  [...text.matchAll(/^# TYPE (\S+) \w+$/gm)].map(([, name]) => name ?? "").filter((name) => !OF_PROCESSES.test(name));

describe("Prometheus's text format", () => {
  it("has a metric's help, type and samples, and values of labels can't break out of their quotes", () => {
    const strange = 'a"} 1\\\nb';
    const help = "In milliseconds.";
    const samples = [
      { part: "_sum", value: 0.5 },
      { labels: { le: "+Inf", of: strange }, value: 2 },
    ];

    expect(
      exposition([
        { name: "Age", type: "histogram", help, samples },
        { name: "Up", type: "gauge", help, samples: [] },
      ]),
    ).toBe(
      [
        "# HELP Age In milliseconds.",
        "# TYPE Age histogram",
        "Age_sum 0.5",
        'Age{le="+Inf",of="a\\"} 1\\\\\\nb"} 2',
        "",
        "# HELP Up In milliseconds.",
        "# TYPE Up gauge",
        "",
      ].join("\n"),
    );
  });
});

describe("the metrics of one machine", () => {
  it("have every name of the tables that the cloud's metrics are written and counted by, and no other", async () => {
    const names = namesIn(metricsText(watched()));

    const tables = [...COUNTERS, ...LOG_METRICS, ...UNDEPLOYED_METRICS, ...DURATIONS];
    const ofQueues = ["NumberOfMessagesVisible", "NumberOfMessagesNotVisible", "NumberOfMessagesDelayed"];
    const others = ["Sends", "ShardsHeld", "LaneAge", "Sessions", "ApproximateAgeOfOldestMessage"];
    const all = new Set<string>([...tables, ...others, ...ofQueues.map((name) => `Approximate${name}`)]);
    expect(names.sort()).toEqual([...all].sort());
  });

  it("have every name and dimension of our own, and of the queues, that a stage's alarms and dashboard watch", async () => {
    const { service, session } = synthesised("prod");
    const [[, dashboard] = ["", undefined]] = service.ofType("AWS::CloudWatch::Dashboard");
    const deployed = [...alarmsOf([service, session]).flatMap(metricsOfAlarm), ...metricsOfDashboard(dashboard!)];
    const alike = deployed.filter(({ namespace }) => /^(MessagingGateway\/prod|AWS\/SQS)$/.test(namespace));
    const text = metricsText(
      watched((totals) => {
        totals.send("sent");
        totals.notUnderstood("profile 1");
      }),
    );

    expect(alike.length).toBeGreaterThan(20);
    for (const { name, dimensions } of alike) {
      expect(namesIn(text)).toContain(name);
      const samples = linesOf(text).filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name}_bucket{`));
      for (const dimension of Object.keys(dimensions)) expect(samples.join("\n")).toContain(`${dimension}="`);
    }
  });

  it("show what has been counted since the start, by process and dimension", async () => {
    const lines = linesOf(
      metricsText(
        watched((totals) => {
          totals.count("MessagesReceived", 7);
          totals.send("sent");
          totals.send("sent");
          totals.send("no_receipt");
          totals.observe("ReplyAge", 600);
          totals.observe("ReplyAge", 70_000);
          totals.notUnderstood("profile 1");
        }),
      ),
    );

    expect(lines).toEqual(
      expect.arrayContaining([
        'MessagesReceived{process="sessions-0"} 7',
        'DecryptErrors{process="sessions-0"} 0',
        'Sends{process="sessions-0",Outcome="sent"} 2',
        'Sends{process="sessions-0",Outcome="no_receipt"} 1',
        'QueriesNotUnderstood{process="sessions-0"} 1',
        'QueriesNotUnderstood{process="sessions-0",Query="profile 1"} 1',
        'Sessions{process="sessions-0",Status="working"} 2',
        'LaneAge{process="sessions-0"} 1500',
        'ApproximateNumberOfMessagesVisible{QueueName="chats"} 3',
        'ApproximateAgeOfOldestMessage{QueueName="chats"} 61',
        'ReplyAge_bucket{process="sessions-0",le="500"} 0',
        'ReplyAge_bucket{process="sessions-0",le="1000"} 1',
        'ReplyAge_bucket{process="sessions-0",le="60000"} 1',
        'ReplyAge_bucket{process="sessions-0",le="+Inf"} 2',
        'ReplyAge_sum{process="sessions-0"} 70600',
        'ReplyAge_count{process="sessions-0"} 2',
      ]),
    );
  });

  it("count the functions' lines like CloudWatch, also those that the log hides", async () => {
    const written: string[] = [];
    const { log, counts } = countingLog({ ...SILENT, error: (_, message) => void written.push(message) });
    log.info({ metric: "Deliveries", value: 1 }, "an event was delivered");
    log.error({ metric: "JobsSetAside", value: 2 }, "quarantined");
    log.error({ metric: "__proto__", value: 2 }, "no metric");

    const lines = linesOf(metricsText({ ...watched(), logged: counts() }));
    expect(written).toEqual(["quarantined", "no metric"]);
    expect(lines).toContain('Deliveries{process="gateway"} 1');
    expect(lines).toContain('JobsSetAside{process="gateway"} 2');
  });

  it("say that a session process doesn't answer, and show the rest", async () => {
    const lines = linesOf(metricsText({ ...watched(), sessions: [{ process: "sessions-0", counts: null }] }));

    expect(lines).toContain('session_process_up{process="sessions-0"} 0');
    expect(lines.some((line) => line.startsWith('process_resident_memory_bytes{process="gateway"} '))).toBe(true);
  });
});
