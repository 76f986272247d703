import { counted } from "../../core/contracts/log-metrics.ts";

/**
 * Decides which unanswered requests count towards the alarm on routes that don't work. A `server_error` always does,
 * because no request should end that way. Any other, such as a timeout, can be chance on a busy route, so it counts
 * unless the route's last request in this process was answered. On a quiet route, each request has its own process.
 */
export class FailingRoutes {
  readonly #working = new Set<string>();

  /** Notes that a request was answered. @param route its id, always one from the route table, so that there are few. */
  answered(route: string): void {
    this.#working.add(route);
  }

  /** Notes an unanswered request. @returns the fields with which its log line counts; none if it doesn't. */
  unanswered(route: string, code: string): object {
    const wasWorking = this.#working.delete(route);
    return code === "server_error" || !wasWorking ? UNANSWERED : {};
  }
}

/** The fields of a log line about a request that a route could not answer. */
export const UNANSWERED = counted("UnansweredRequests");
