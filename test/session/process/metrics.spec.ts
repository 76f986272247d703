import { describe, expect, it } from "vitest";
import { COUNTERS, ESSENTIAL_METRICS, SILENT_AT_ZERO } from "../../../core/contracts/session-metrics.ts";
import { EmbeddedMetrics } from "../../../session-service/process/metrics.ts";

interface Line {
  _aws: {
    Timestamp: number;
    CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string; Unit: string }[] }[];
  };
  [field: string]: unknown;
}

const NOW = new Date("2026-11-20T12:00:00Z");
const GAUGES = { ShardsHeld: 11, LaneAge: 40, sessions: { working: 7, starting: 1 } };

function written(change: (metrics: EmbeddedMetrics) => void): { lines: Line[]; metrics: EmbeddedMetrics } {
  const lines: Line[] = [];
  const metrics = new EmbeddedMetrics("MessagingGateway/test", (line) => lines.push(JSON.parse(line) as Line));
  change(metrics);
  metrics.flush(NOW, GAUGES);
  return { lines, metrics };
}
const named = (lines: Line[], name: string) => lines.filter((line) => name in line);

describe("the session service's metrics, in CloudWatch's embedded format", () => {
  it("say what they are, when, and where they are filed: every named metric and dimension is in its line", () => {
    const { lines } = written((metrics) => metrics.send("sent"));
    for (const line of lines) {
      expect(line._aws.Timestamp).toBe(NOW.getTime());
      const [directive] = line._aws.CloudWatchMetrics;
      expect(directive?.Namespace).toBe("MessagingGateway/test");
      const names = [...(directive?.Metrics.map(({ Name }) => Name) ?? []), ...(directive?.Dimensions.flat() ?? [])];
      expect(Object.keys(line).sort()).toEqual(["_aws", ...names].sort());
    }
  });

  it("show sessions by status, sends by outcome, lane ages and shards", () => {
    const { lines } = written((metrics) => {
      metrics.send("sent");
      metrics.send("sent");
      metrics.send("no_receipt");
    });
    expect(named(lines, "Sessions").map(({ Status, Sessions }) => [Status, Sessions])).toEqual([
      ["working", 7],
      ["starting", 1],
    ]);
    expect(named(lines, "Sends").map(({ Outcome, Sends }) => [Outcome, Sends])).toEqual([
      ["sent", 2],
      ["no_receipt", 1],
    ]);
    expect(named(lines, "LaneAge")).toMatchObject([{ LaneAge: 40, ShardsHeld: 11 }]);
  });

  it("show every counter also when it is 0, and begin anew after each line", () => {
    const { lines, metrics } = written((one) => one.count("DecryptErrors", 3));
    expect(lines[0]).toMatchObject({ DecryptErrors: 3, ShardsLost: 0 });
    for (const name of COUNTERS) expect(lines[0]).toHaveProperty(name);
    lines.length = 0;
    metrics.flush(NOW, GAUGES);
    expect(lines[0]).toMatchObject({ DecryptErrors: 0 });
    expect(named(lines, "Sends")).toEqual([]);
  });

  it("are those of the essential alarms alone, where a stage is not watched closely: each costs", () => {
    const lines: Line[] = [];
    const metrics = new EmbeddedMetrics("x", (line) => lines.push(JSON.parse(line) as Line), true);
    metrics.send("sent");
    metrics.count("ShardsTaken");
    metrics.count("ConnectionAlarms");
    metrics.count("JobsSetAside", 2);
    metrics.observe("ReplyAge", 5);
    metrics.flush(NOW, GAUGES);
    expect(lines[0]).toMatchObject({ ConnectionAlarms: 1, JobsSetAside: 2 });
    const names = lines.flatMap(({ _aws }) =>
      _aws.CloudWatchMetrics.flatMap((one) => one.Metrics.map(({ Name }) => Name)),
    );
    expect([...new Set(names)].sort()).toEqual([...ESSENTIAL_METRICS].sort());
    expect(lines[0]).not.toHaveProperty("ReplyAge");
  });

  it("are not written there while they are 0, where silence means the same: they would cost", () => {
    const lines: Line[] = [];
    new EmbeddedMetrics("x", (line) => lines.push(JSON.parse(line) as Line), true).flush(NOW, GAUGES);
    expect(lines[0]).toMatchObject({ ShardsHeld: 11, LaneAge: 40 });
    for (const name of SILENT_AT_ZERO) expect(lines[0]).not.toHaveProperty(name);
  });

  it("hold at most 100 durations in a line, as CloudWatch takes them", () => {
    const { lines } = written((metrics) => {
      for (let n = 0; n < 250; n++) metrics.observe("ReplyAge", n);
    });
    expect(lines[0]?.ReplyAge).toHaveLength(100);
  });
});
