import type { Context } from "aws-lambda";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EVENTS_ROUTES } from "../../core/contracts/route-tables.ts";
import { createLog } from "../../core/log.ts";
import { listEvents } from "../../functions/api/events/list-events.ts";
import { resource } from "../../functions/api/resource.ts";
import { API_FUNCTIONS } from "../../lib/api-functions.ts";
import { STAGES } from "../../lib/config.ts";
import { PANEL_FUNCTIONS } from "../../lib/wiring.ts";
import { apiWorld, gatewayEvent } from "../functions/api-world.ts";
import { latest, poller } from "./alarm-series.ts";
import { PANEL } from "./panel-stage.ts";
import { type StackTemplate, synthesised } from "./synthesised.ts";

const ALARM = "api-route-failing";
type Line = Record<string, unknown>;

/** A filter for the alarm's metric, and the log that it reads. */
interface Filter {
  log: string;
  pattern: string;
  value: string;
}

function filtersOf({ ofType, resources }: StackTemplate, stage: string): Filter[] {
  return ofType("AWS::Logs::MetricFilter").flatMap(([, { Properties }]) => {
    const [{ MetricName, MetricValue, DefaultValue, Dimensions }] = Properties.MetricTransformations;
    if (MetricName !== "UnansweredRequests") return [];
    expect({ DefaultValue, Dimensions }).toEqual({});
    const log: string = resources[Properties.LogGroupName.Ref]?.Properties.LogGroupName;
    const name = log.replace(`/messaging-gateway/${stage}/`, "");
    return [{ log: name, pattern: Properties.FilterPattern, value: MetricValue }];
  });
}

const filters = filtersOf(synthesised("prod").service, "prod");

/**
 * Returns the value that a filter adds for a line. The filter's pattern consists of text comparisons, all of which must
 * be true.
 */
function addedBy({ pattern, value }: Filter, line: Line): number {
  const [, inner = ""] = /^\{ (.+) \}$/.exec(pattern) ?? [];
  const isMatch = inner.split(" && ").every((part) => {
    const [, field = "", sign, wanted = ""] = /^\$\.(\w+) (=|!=) "([\w*-]+)"$/.exec(part) ?? [];
    expect(field, part).not.toBe("");
    const found = String(line[field]);
    const isSame = wanted.endsWith("*") ? found.startsWith(wanted.slice(0, -1)) : found === wanted;
    return sign === "=" ? isSame : !isSame;
  });
  if (!isMatch) return 0;
  return value.startsWith("$.") ? Number(line[value.slice(2)]) : Number(value);
}

/** Whether a line in this log counts toward the alarm. */
const isCounted = (log: string, line: Line) =>
  filters.filter((filter) => filter.log === log).some((filter) => addedBy(filter, line) === 1);

const errorNamed = (name: string) => Object.assign(new Error("not this time"), { name });
const REFUSED = errorNamed("AccessDeniedException");
const SLOW = errorNamed("TimeoutError");

/** Creates the function for `GET /v1/events` in its own process, in which counting a request can be made to fail. */
async function newProcess() {
  const world = apiWorld();
  const { key } = await world.key(await world.account());
  let error: Error | null = null;
  const rates: typeof world.deps.rates = {
    ...world.deps.rates,
    count: async (...asked) => {
      if (error) throw error;
      return world.deps.rates.count(...asked);
    },
  };
  const handler = resource(EVENTS_ROUTES, [listEvents], () => ({
    ...world.deps,
    rates,
    log: createLog("api", "error"),
  }));
  /**
   * Sends one request to the function. @returns the response's status, and whether the log line counts toward the
   * alarm.
   */
  return async (failure: Error | null) => {
    error = failure;
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    const answer = await handler(gatewayEvent("GET", "/v1/events", { key }) as never, {} as Context);
    write.mockRestore();
    const status = answer.statusCode;
    return { status, counts: lines.some((line) => isCounted("api-events", JSON.parse(line) as Line)) };
  };
}

afterEach(() => void vi.restoreAllMocks());

describe("the alarm on a route that does not work", () => {
  it("tells within four hours of a client that asks every hour, or more often, and gets nothing but 500", async () => {
    const ask = await newProcess();
    for (const everyMin of [1, 15, 30, 60]) {
      const failures: number[] = [];
      for (const at of poller(everyMin)) if ((await ask(REFUSED)).counts) failures.push(at);
      expect(latest(ALARM, failures)).toBeLessThanOrEqual(4 * 60);
    }
  });

  it("is silent on requests that are answered, and on errors of two hours", async () => {
    const ask = await newProcess();
    expect(await ask(null)).toEqual({ status: 200, counts: false });
    expect(latest(ALARM, poller(1).slice(0, 60))).toBeNull();
  });

  it("counts every 500, however many other requests of the route are answered", async () => {
    const ask = await newProcess();
    for (const failure of [null, REFUSED, null, REFUSED])
      expect(await ask(failure)).toEqual({ status: failure ? 500 : 200, counts: failure !== null });
  });

  it("counts a 503 where the route's last request had no answer either, or the process has answered none", async () => {
    const ask = await newProcess();
    const counted: boolean[] = [];
    for (const failure of [SLOW, SLOW, null, SLOW, null, SLOW, SLOW]) counted.push((await ask(failure)).counts);
    expect(counted).toEqual([true, true, false, false, false, false, true]);
    expect(await ask(SLOW)).toEqual({ status: 503, counts: true });
  });

  it("counts in the access log what API Gateway answered itself, and nothing that a function answered", () => {
    const line = (status: number, integration_error: string) => ({ status: String(status), integration_error });
    expect(isCounted("access", line(500, "The function's process ended before it answered."))).toBe(true);
    expect(isCounted("access", line(503, "Too many calls at once."))).toBe(true);
    expect(isCounted("access", line(500, "-"))).toBe(false);
    expect(isCounted("access", line(200, "-"))).toBe(false);
    expect(isCounted("access", line(404, "-"))).toBe(false);
  });

  it("counts in the log of each function that answers requests, the panel's, too", () => {
    expect(filters.map(({ log }) => log).sort()).toEqual(["access", ...API_FUNCTIONS.map(({ name }) => name)].sort());
    STAGES.trial = { stage: "trial", ...PANEL };
    const { panel } = synthesised("trial");
    delete STAGES.trial;
    expect(
      filtersOf(panel, "trial")
        .map(({ log }) => log)
        .sort(),
    ).toEqual(PANEL_FUNCTIONS.map(({ name }) => name).sort());
  });

  it("is on every stage", () => {
    const names = synthesised("dev")
      .service.ofType("AWS::CloudWatch::Alarm")
      .map(([, one]) => one.Properties.AlarmName);
    expect(names).toContain(`messaging-gateway-dev-${ALARM}`);
  });
});
