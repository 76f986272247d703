import { counted } from "../../core/contracts/log-metrics.ts";

/**
 * Decides which unanswered requests count toward the alarm on failing routes. A `server_error` always counts, because
 * no request should end that way. Other failures, such as timeouts, happen now and then on a busy route, so they count
 * only if the previous request to the route in this process was not answered. On a quiet route, each request gets its
 * own process and therefore counts.
 */
export class FailingRoutes {
  readonly #working = new Set<string>();

  /**
   * Records that a request was answered. @param route the route's id. Route ids come only from the route table, so the
   * set stays small.
   */
  answered(route: string): void {
    this.#working.add(route);
  }

  /**
   * Records an unanswered request. @returns the log fields that make it count toward the alarm, or no fields if it
   * doesn't count.
   */
  unanswered(route: string, code: string): object {
    const wasWorking = this.#working.delete(route);
    return code === "server_error" || !wasWorking ? UNANSWERED : {};
  }
}

/** The log fields that mark a request as unanswered. */
export const UNANSWERED = counted("UnansweredRequests");
