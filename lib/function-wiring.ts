import type { LogMetric } from "../core/contracts/log-metrics.ts";
import type { Capability } from "./capabilities.ts";
import type { Trigger } from "./trigger.ts";

/** A function: its file, what starts it, and what it can use. */
export interface FunctionWiring {
  name: string;
  /** The path from the project's root; exports `handler`. */
  entry: string;
  trigger: Trigger;
  timeoutSec: number;
  memoryMiB: number;
  uses: Capability[];
  /** See HandlerSource. */
  wholeSchemas?: boolean;
  /** Metrics counted from its log lines, besides those that its rights add; left out: none. */
  counts?: LogMetric[];
}

/** API Gateway gives up after 30 s, so a later answer would reach nobody. */
export const API_TIMEOUT_SEC = 29;
