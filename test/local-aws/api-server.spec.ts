import { connect } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../local/system/api-server.ts";
import { stillClock } from "../support/test-clock.ts";

// Events that show how the local API Gateway converts requests. They are in payload format 2.0, as functions receive
// them in the cloud.

const events: APIGatewayProxyEventV2[] = [];
let server: ApiServer;

beforeAll(async () => {
  const fallback = async (event: APIGatewayProxyEventV2) => {
    events.push(event);
    return { statusCode: 200, body: "{}" };
  };
  server = await startApiServer({ port: 0, routes: [], fallback, clock: stillClock() });
});
afterAll(() => server.stop());

/** Sends the lines exactly as they are, which client libraries wouldn't. */
async function send(...lines: string[]): Promise<APIGatewayProxyEventV2 | undefined> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.end([...lines, "Host: localhost", "Connection: close", "", ""].join("\r\n"));
  for await (const _ of socket); // until it is answered
  return events.at(-1);
}

it("joins a header that is sent again by a comma, in order, as API Gateway does", async () => {
  const event = await send(
    "GET /x HTTP/1.1",
    "Authorization: Bearer a",
    "AUTHORIZATION: Bearer b",
    "X-One: 1",
    "Content-Type: application/json",
    "content-type: text/plain",
    "x-one: 2, 3",
    "X-One:",
    "__proto__: 4",
  );

  expect(event?.headers).toMatchObject({
    authorization: "Bearer a,Bearer b",
    "content-type": "application/json,text/plain",
    "x-one": "1,2, 3,",
  });
  expect(Object.hasOwn(event?.headers ?? {}, "__proto__")).toBe(true);
});

it("keeps cookies apart", async () => {
  const event = await send("GET /x HTTP/1.1", "Cookie: a=1; b=2", "Cookie: c=3");

  expect(event?.cookies).toEqual(["a=1", "b=2", "c=3"]);
  expect(event?.headers).not.toHaveProperty("cookie");
});

it("joins the values of a query's name, and leaves the raw query as it was sent", async () => {
  const event = await send("GET /x?a=1&b=2&a=3 HTTP/1.1");

  expect(event).toMatchObject({ queryStringParameters: { a: "1,3", b: "2" }, rawQueryString: "a=1&b=2&a=3" });
});

it("answers HEAD /docs/reference as GET, without the page", async () => {
  const [head, get] = await Promise.all(
    ["HEAD", "GET"].map((method) => fetch(`${server.url}/docs/reference`, { method })),
  );
  expect(head?.status).toBe(200);
  for (const name of ["content-type", "content-security-policy", "x-content-type-options"]) {
    expect(head?.headers.get(name)).toBe(get?.headers.get(name));
  }
  expect(await head?.text()).toBe("");
  expect(await get?.text()).toContain("<html");
});

it("gives what lies below a path to the function of the longest such path, and a route of its own before both", async () => {
  const said = (name: string) => async (event: APIGatewayProxyEventV2) => ({
    statusCode: 200,
    body: JSON.stringify([name, event.pathParameters?.proxy ?? null]),
  });
  const routes = [
    { method: "ANY", path: "/panel-api/{proxy+}", handler: said("panel") },
    { method: "ANY", path: "/panel-api/session/{proxy+}", handler: said("session") },
    { method: "ANY", path: "/panel-api/v1/instances/{id}/chats/{chat}", handler: said("chats") },
  ];
  const own = await startApiServer({ port: 0, routes, fallback: said("none"), clock: stillClock(), panel: null });
  const ask = async (method: string, path: string) => (await fetch(`${own.url}${path}`, { method })).json();

  expect(await ask("POST", "/panel-api/v1/instances")).toEqual(["panel", "v1/instances"]);
  expect(await ask("DELETE", "/panel-api/session/a/b")).toEqual(["session", "a/b"]);
  expect(await ask("PATCH", "/panel-api/v1/instances/inst_1/chats/x@g.us")).toEqual(["chats", null]);
  expect(await ask("GET", "/panel-api")).toEqual(["none", null]);
  await own.stop();
});
