import type { Gauges, Totals } from "../../core/contracts/session-metrics.ts";
import { type ProcessFigures, processFigures } from "../../simulated-network/src/process/process-figures.ts";
import type { Gateway } from "./gateway.ts";
import { type MetricsServer, startMetricsServer } from "./watching/metrics-server.ts";
import { metricsText, type Watched } from "./watching/metrics-text.ts";

/**
 * How long to wait for the simulated network's metrics. If the network doesn't respond by then, its metrics are left
 * out.
 */
const PATIENCE_MS = 2_000;

/** Serves the running gateway's metrics. Returns null if metrics aren't enabled in the settings. */
export async function openMetrics(gateway: Gateway): Promise<MetricsServer | null> {
  const { metricsPort } = gateway.settings;
  if (metricsPort === undefined) return null;
  const own = processFigures();
  return startMetricsServer(metricsPort, async () => {
    try {
      return metricsText(await readAll(gateway, own));
    } catch (error) {
      gateway.logged.log.error({ err: error }, "the metrics could not be read");
      throw error;
    }
  });
}

async function readAll(
  { sessions, network, aws, logged, requests }: Gateway,
  own: () => ProcessFigures,
): Promise<Watched> {
  const [counts, figures, ofNetwork] = await Promise.all([
    sessions.metrics(),
    sessions.figures(),
    network.process?.ask("figures?", PATIENCE_MS),
  ]);
  const processes: Watched["processes"] = { gateway: own() };
  for (const [at, answer] of figures.entries()) if (answer) processes[sessionProcess(at)] = figuresIn(answer);
  if (ofNetwork) processes.network = figuresIn(ofNetwork);
  return {
    sessions: counts.map((answer, at) => ({
      process: sessionProcess(at),
      counts: answer as (Totals & { gauges: Gauges | null }) | null, // our own child's answer
    })),
    processes,
    queues: aws.queueFigures(),
    logged: logged.counts(),
    requests: requests.metrics(),
  };
}

const sessionProcess = (at: number) => `sessions-${at}`;

const figuresIn = ({ figures }: Record<string, unknown>) => figures as ProcessFigures; // our own child's answer
