import { type CountedMetric, LOG_METRICS, UNDEPLOYED_METRICS } from "../../../core/contracts/log-metrics.ts";
import {
  COUNTERS,
  DURATION_BOUNDS_MS,
  DURATIONS,
  type Duration,
  type Gauges,
  NOT_UNDERSTOOD,
  type Totals,
} from "../../../core/contracts/session-metrics.ts";
import type { ProcessFigures } from "../../../simulated-network/src/process/process-figures.ts";
import type { QueueFigures } from "../../aws/sqs/queue-figures.ts";
import { exposition, type Metric, type Sample } from "./exposition.ts";

/** All values for the metrics, collected together. */
export interface Watched {
  /** The counts of each session process, or null if the process is missing or doesn't respond. */
  sessions: readonly { process: string; counts: (Totals & { gauges: Gauges | null }) | null }[];
  /** The resource usage of each process that responded, by process name. */
  processes: Record<string, ProcessFigures>;
  queues: readonly QueueFigures[];
  /** How many log lines of each kind the functions have written since startup. */
  logged: Readonly<Record<CountedMetric, number>>;
  /** Metrics about the requests that the API has answered. */
  requests: readonly Metric[];
}

const MS = 1_000;

/**
 * Writes the figures in the format that Prometheus expects. The gateway's own metrics and those of its queues have the
 * same names and dimensions as in CloudWatch. The label `process` contains the name of the process that did the
 * counting.
 */
export function metricsText(watched: Watched): string {
  return exposition([
    ...countsOf(watched),
    ...DURATIONS.map((name) => durationOf(watched, name)),
    ...statesOf(watched),
    ...queuesOf(watched.queues),
    ...watched.requests,
    ...usesOf(watched.processes),
  ]);
}

type Counted = Totals & { gauges: Gauges | null };

/** Returns the samples of all session processes that answered. */
const ofSessions = ({ sessions }: Watched, read: (counts: Counted) => Sample[]): Sample[] =>
  sessions.flatMap(({ process, counts }) =>
    counts === null ? [] : read(counts).map(({ labels, ...rest }) => ({ ...rest, labels: { process, ...labels } })),
  );

const one = (value: number): Sample[] => [{ value }];

const each = (counts: Record<string, number>, dimension: string): Sample[] =>
  Object.entries(counts).map(([value, times]) => ({ labels: { [dimension]: value }, value: times }));

function countsOf(watched: Watched): Metric[] {
  const ofFunctions = (name: CountedMetric): Sample[] => [
    { labels: { process: "gateway" }, value: watched.logged[name] },
  ];
  const count = (name: string, samples: Sample[], more = ""): Metric => ({
    name,
    type: "counter",
    help: `${name} since the process started.${more}`,
    samples,
  });
  const ofCounters = COUNTERS.map((name) => {
    const own = LOG_METRICS.find((other) => other === name); // counted by the functions, too
    const parts = name === NOT_UNDERSTOOD ? ofSessions(watched, (of) => each(of.not_understood, "Query")) : [];
    return count(
      name,
      [...ofSessions(watched, ({ counts }) => one(counts[name] ?? 0)), ...parts, ...(own ? ofFunctions(own) : [])],
      name === NOT_UNDERSTOOD ? " Samples with Query are parts of the sample without Query." : "",
    );
  });
  const ofLines = [...LOG_METRICS, ...UNDEPLOYED_METRICS].filter((name) => !COUNTERS.some((other) => other === name));
  const sends = ofSessions(watched, (of) => each(of.sends, "Outcome"));
  return [...ofCounters, ...ofLines.map((name) => count(name, ofFunctions(name))), count("Sends", sends)];
}

/** Returns a duration metric in ms. The session processes have already sorted its values into buckets. */
function durationOf(watched: Watched, name: Duration): Metric {
  const samples = ofSessions(watched, ({ durations }) => {
    const { count, sum_ms, up_to } = durations[name] ?? { count: 0, sum_ms: 0, up_to: [] };
    const bucket = (le: string, value: number): Sample => ({ part: "_bucket", labels: { le }, value });
    return [
      ...DURATION_BOUNDS_MS.map((bound, at) => bucket(String(bound), up_to[at] ?? 0)),
      bucket("+Inf", count),
      { part: "_sum", value: sum_ms },
      { part: "_count", value: count },
    ];
  });
  return { name, type: "histogram", help: "In milliseconds.", samples };
}

function statesOf(watched: Watched): Metric[] {
  const state = (name: string, help: string, read: (of: Gauges) => Sample[]): Metric => ({
    name,
    type: "gauge",
    help,
    samples: ofSessions(watched, ({ gauges }) => (gauges === null ? [] : read(gauges))),
  });
  return [
    state("ShardsHeld", "Number of shards that the process owns.", ({ ShardsHeld }) => one(ShardsHeld)),
    state("LaneAge", "How long the longest-waiting lane has been waiting, in milliseconds.", ({ LaneAge }) =>
      one(LaneAge),
    ),
    state("Sessions", "Numbers by status.", ({ sessions }) => each(sessions, "Status")),
    {
      name: "session_process_up",
      type: "gauge",
      help: "1 if the session process responds.",
      samples: watched.sessions.map(({ process, counts }) => ({ labels: { process }, value: counts === null ? 0 : 1 })),
    },
  ];
}

function queuesOf(queues: readonly QueueFigures[]): Metric[] {
  const show = (name: string, help: string, read: (of: QueueFigures) => number): Metric => ({
    name: `Approximate${name}`,
    type: "gauge",
    help,
    samples: queues.map((of) => ({ labels: { QueueName: of.name }, value: read(of) })),
  });
  return [
    show("NumberOfMessagesVisible", "Messages that are due and have not been received.", ({ visible }) => visible),
    show("NumberOfMessagesNotVisible", "Messages that are being processed.", ({ inFlight }) => inFlight),
    show("NumberOfMessagesDelayed", "Messages scheduled for later.", ({ delayed }) => delayed),
    show("AgeOfOldestMessage", "Age of the oldest message, in seconds.", ({ oldestMs }) => oldestMs / MS),
  ];
}

/** The resource usage of all processes, under the names used by Prometheus's client libraries. */
const OF_PROCESSES: Record<keyof ProcessFigures, Omit<Metric, "samples">> = {
  cpu_seconds: { name: "process_cpu_seconds_total", type: "counter", help: "Processor time, in seconds." },
  resident_bytes: { name: "process_resident_memory_bytes", type: "gauge", help: "Resident memory, in bytes." },
  heap_bytes: { name: "nodejs_heap_size_used_bytes", type: "gauge", help: "Heap in use, in bytes." },
  external_bytes: { name: "nodejs_external_memory_bytes", type: "gauge", help: "Memory outside the heap, in bytes." },
  delay_p99_seconds: {
    name: "nodejs_eventloop_lag_p99_seconds",
    type: "gauge",
    help: "Event loop delay since the last reading, p99.",
  },
  delay_max_seconds: {
    name: "nodejs_eventloop_lag_max_seconds",
    type: "gauge",
    help: "Longest event loop delay since the last reading.",
  },
};

const usesOf = (processes: Watched["processes"]): Metric[] =>
  Object.entries(OF_PROCESSES).map(([figure, about]) => ({
    ...about,
    samples: Object.entries(processes).map(([process, of]) => ({
      labels: { process },
      value: of[figure as keyof ProcessFigures], // a key of the table above
    })),
  }));
