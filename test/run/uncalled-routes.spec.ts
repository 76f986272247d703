import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { noteCalls } from "../../local/system/rights/note-calls.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { EVERY_ROUTE, uncalledRoutes } from "./uncalled-routes.ts";

describe("the routes of a whole run", () => {
  it("are as many as the interface has, and each missing one is named", () => {
    const line = "api-events called GET /v1/events";
    const others = EVERY_ROUTE.filter((one) => one !== line);

    expect(others).toHaveLength(EVERY_ROUTE.length - 1);
    expect(uncalledRoutes(new Set(EVERY_ROUTE))).toEqual([]);
    expect(uncalledRoutes(new Set(others))).toEqual([
      "No test has used a route in its function's name: api-events, GET /v1/events.",
    ]);
  });

  it("are noted once, before the function begins, and a call without a route by the function alone", () => {
    const folder = passingFolder("calls-");
    const see = noteCalls(folder);
    for (const event of [{ routeKey: "GET /v1/events" }, { routeKey: "GET /v1/events" }]) see("api-events", event);
    see("sweep-lanes", { source: "local.schedule" });

    const noted = readFileSync(join(folder, `calls-${process.pid}.txt`), "utf8");
    rmSync(folder, { recursive: true });

    expect(noted).toBe("api-events called GET /v1/events\nsweep-lanes called\n");
  });
});
