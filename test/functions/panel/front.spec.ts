import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { beforeEach, describe, expect, it } from "vitest";
import { FRONT_HEADERS } from "../../../core/contracts/front-headers.ts";
import { handler as session } from "../../../functions/panel-session/index.ts";
import { gatewayEvent } from "../api-world.ts";
import { type PanelWorld, panelWorld } from "./panel-world.ts";

/** One of CloudFront's own addresses, from which it sends all requests. */
const EDGE = "130.176.0.9";
const SECRET = "5f1c".repeat(16);

let world: PanelWorld;
beforeEach(() => {
  world = panelWorld();
  const ORIGIN_SECRET_HASHES = [createHash("sha256").update(SECRET).digest("hex")];
  Object.assign(world.deps.env, { ORIGIN_SECRET_HASHES, FRONT_REQUIRED: "1" });
});

const through = (caller: string) => ({ [FRONT_HEADERS.secret]: SECRET, [FRONT_HEADERS.callerAddress]: caller });

describe("a panel behind its CloudFront", () => {
  it("has nothing at any other address, also for who is signed in and names an address of their own", async () => {
    const { cookie } = await world.signedIn(await world.account());
    const round = { cookie, source: EDGE, headers: { [FRONT_HEADERS.callerAddress]: "203.0.113.7" } };

    expect((await world.panel("GET", "/me", round)).status).toBe(404);
    const guessed = { ...through("203.0.113.7"), [FRONT_HEADERS.secret]: `${SECRET}0` };
    expect((await world.panel("GET", "/me", { cookie, headers: guessed })).status).toBe(404);
    expect((await world.panel("GET", "/me", { cookie, headers: through("203.0.113.7") })).status).toBe(200);
  });

  it("writes down the caller's address, and not CloudFront's", async () => {
    const { cookie } = await world.signedIn(await world.account());
    const ask = { cookie, source: EDGE, headers: through("203.0.113.7") };

    const made = await world.panel("POST", "/keys", { ...ask, body: { name: "Shop", kind: "read" } });
    const { body } = await world.panel("GET", "/v1/activity", ask);

    expect(made.status).toBe(201);
    expect(JSON.stringify(body)).toContain("203.0.113.7");
    expect(JSON.stringify(body)).not.toContain(EDGE);
  });

  it("signs nobody in who comes round it, and asks no provider for them", async () => {
    const event = gatewayEvent("GET", "/panel-api/session/sign-in", { source: EDGE });
    const answer = session as unknown as (
      event: APIGatewayProxyEventV2,
      context: Context,
    ) => Promise<APIGatewayProxyStructuredResultV2>; // each middleware adds its own state to the event
    expect((await answer(event, {} as Context)).statusCode).toBe(404); // of which it uses nothing
  });
});
