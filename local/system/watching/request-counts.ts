import type { ServerResponse } from "node:http";
import { monotonicMs } from "../../machine/monotonic-ms.ts";
import type { Metric, Sample } from "./exposition.ts";

/** The upper bounds of the histogram's buckets, in milliseconds. */
const BOUNDS_MS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const;

/** The status recorded if the client disconnected before receiving the whole response. */
const CUT_OFF = "cut_off";

/** The name recorded for requests that the front refused before they were matched to a route. */
const REFUSED = "refused";

interface OfRoute {
  byStatus: Map<string, number>;
  /** For each bound, the number of requests that took no longer than that. */
  upTo: number[];
  count: number;
  sumMs: number;
}

/** Counts the requests answered since startup, by route. */
export function requestCounts(nowMs: () => number = monotonicMs) {
  const routes = new Map<string, OfRoute>();
  const names = new WeakMap<ServerResponse, string>();

  function note(route: string, status: string, tookMs: number): void {
    const known = routes.get(route);
    const of = known ?? { byStatus: new Map(), upTo: BOUNDS_MS.map(() => 0), count: 0, sumMs: 0 };
    if (!known) routes.set(route, of);
    of.byStatus.set(status, (of.byStatus.get(status) ?? 0) + 1);
    of.count++;
    of.sumMs += tookMs;
    for (const [at, bound] of BOUNDS_MS.entries()) if (tookMs <= bound) of.upTo[at] = (of.upTo[at] ?? 0) + 1;
  }

  return {
    /** Counts a request once it has been answered. */
    begin(response: ServerResponse): void {
      const sinceMs = nowMs();
      response.once("close", () => {
        const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : CUT_OFF;
        note(names.get(response) ?? REFUSED, status, nowMs() - sinceMs);
      });
    },
    /**
     * Sets the name that the request is counted under: a row of the route table, or one of a few fixed words. Never use
     * the request's path, because strangers choose paths and every name is stored.
     */
    name: (response: ServerResponse, route: string) => void names.set(response, route),
    metrics: (): Metric[] => [
      {
        name: "ApiRequests",
        type: "counter",
        help: "Requests since the start, by outcome. cut_off means that the client disconnected before the end of the response.",
        samples: [...routes].flatMap(([Route, { byStatus }]) =>
          [...byStatus].map(([Status, value]) => ({ labels: { Route, Status }, value })),
        ),
      },
      {
        name: "ApiDuration",
        type: "histogram",
        help: "Time from a request's headers to the end of its response, in milliseconds.",
        samples: [...routes].flatMap(([Route, of]) => durationsOf(Route, of)),
      },
    ],
  };
}
export type RequestCounts = ReturnType<typeof requestCounts>;

const durationsOf = (Route: string, { upTo, count, sumMs }: OfRoute): Sample[] => [
  ...BOUNDS_MS.map((bound, at) => ({ part: "_bucket", labels: { Route, le: String(bound) }, value: upTo[at] ?? 0 })),
  { part: "_bucket", labels: { Route, le: "+Inf" }, value: count },
  { part: "_sum", labels: { Route }, value: sumMs },
  { part: "_count", labels: { Route }, value: count },
];
