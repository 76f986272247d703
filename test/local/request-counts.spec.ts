import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { exposition } from "../../local/system/watching/exposition.ts";
import { requestCounts } from "../../local/system/watching/request-counts.ts";

/** Creates a counter for requests with the given durations. */
function world() {
  let nowMs = 0;
  const counts = requestCounts(() => nowMs);
  return {
    answer({
      route,
      status,
      tookMs,
      isWhole = true,
    }: {
      route?: string;
      status: number;
      tookMs: number;
      isWhole?: boolean;
    }) {
      const fields = { statusCode: status, writableFinished: isWhole };
      const response = Object.assign(new EventEmitter(), fields) as unknown as ServerResponse; // only these are read
      counts.begin(response);
      if (route !== undefined) counts.name(response, route);
      nowMs += tookMs;
      response.emit("close");
    },
    lines: () =>
      exposition(counts.metrics())
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#")),
  };
}

it("requests are counted by their route and the class of their status, and what the front refused as refused", () => {
  const { answer, lines } = world();
  answer({ route: "POST /v1/messages", status: 202, tookMs: 5 });
  answer({ route: "POST /v1/messages", status: 201, tookMs: 5 });
  answer({ route: "POST /v1/messages", status: 503, tookMs: 5 });
  answer({ route: "POST /v1/messages", status: 200, tookMs: 5, isWhole: false });
  answer({ status: 421, tookMs: 1 });

  expect(lines().filter((line) => line.startsWith("ApiRequests"))).toEqual([
    'ApiRequests{Route="POST /v1/messages",Status="2xx"} 2',
    'ApiRequests{Route="POST /v1/messages",Status="5xx"} 1',
    'ApiRequests{Route="POST /v1/messages",Status="cut_off"} 1',
    'ApiRequests{Route="refused",Status="4xx"} 1',
  ]);
});

it("durations are classes up to their bounds, and a sum", () => {
  const { answer, lines } = world();
  for (const tookMs of [10, 11, 60_000]) answer({ route: "health", status: 200, tookMs });

  const of = (part: string) =>
    lines()
      .find((line) => line.startsWith(`ApiDuration${part}`))
      ?.split(" ")
      .at(-1);
  expect(of('_bucket{Route="health",le="10"}')).toBe("1");
  expect(of('_bucket{Route="health",le="25"}')).toBe("2");
  expect(of('_bucket{Route="health",le="30000"}')).toBe("2");
  expect(of('_bucket{Route="health",le="+Inf"}')).toBe("3");
  expect([of("_sum"), of("_count")]).toEqual(["60021", "3"]);
});
