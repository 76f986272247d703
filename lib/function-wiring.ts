import type { LogMetric } from "../core/contracts/log-metrics.ts";
import type { Capability } from "./capabilities.ts";
import type { Trigger } from "./trigger.ts";

/** A function: its file, its trigger, and its capabilities. */
export interface FunctionWiring {
  name: string;
  /** The path of the function's source file, relative to the project root. The file exports `handler`. */
  entry: string;
  trigger: Trigger;
  timeoutSec: number;
  memoryMiB: number;
  uses: Capability[];
  /** See HandlerSource. */
  wholeSchemas?: boolean;
  /**
   * Metrics counted from the function's log lines, in addition to those implied by its capabilities. Defaults to none.
   */
  counts?: LogMetric[];
}

/** API Gateway times out after 30 s, so a later response would never be delivered. */
export const API_TIMEOUT_SEC = 29;
