import type { LogMetric } from "../core/contracts/log-metrics.ts";
import type { Capability } from "./capabilities.ts";
import type { Trigger } from "./trigger.ts";

/** One function: which file, what starts it, what it may use. */
export interface FunctionWiring {
  name: string;
  /** Path from the project's root; exports `handler`. */
  entry: string;
  trigger: Trigger;
  timeoutSec: number;
  memoryMiB: number;
  uses: Capability[];
  /** See HandlerSource. */
  wholeSchemas?: boolean;
  /** Metrics counted from lines of its log, beside what its rights make it count; left out: none. */
  counts?: LogMetric[];
}

/** API Gateway gives up after 30 s, so a later answer would reach nobody. */
export const API_TIMEOUT_SEC = 29;
