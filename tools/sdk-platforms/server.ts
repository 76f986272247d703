import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

const AT = "2026-11-20T12:00:00.000Z";
const SECRET = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`;
const BODY = JSON.stringify({ id: "evt_1", type: "message.received", created_at: AT, data: { body: "Olá ✓" } });
const POST = {
  at: AT,
  body: BODY,
  secret: SECRET,
  headers: {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Date.parse(AT) / 1_000),
    "webhook-signature": new Webhook(SECRET).sign("evt_1", new Date(AT), BODY),
  },
};

/** A running server for `checks.mjs`. */
export interface CheckServer {
  url: string;
  /** Additional files to serve along with the API, with their type and text, by path. */
  files: Map<string, [type: string, text: string]>;
  stop(): void;
}

/** Starts a server that responds like a gateway or like a proxy in front of a gateway, and accepts every origin. */
export async function startCheckServer(): Promise<CheckServer> {
  const files: CheckServer["files"] = new Map();
  /** The requests since a check started: the method and path, and the key used. */
  let came: { what: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*, authorization");
    response.setHeader("Access-Control-Allow-Methods", "*");
    response.setHeader("Access-Control-Expose-Headers", "x-request-id, retry-after");
    const { method = "", url = "" } = request;
    const file = files.get(url);
    if (file) return response.writeHead(200, { "Content-Type": file[0] }).end(file[1]);
    if (method === "OPTIONS") return response.writeHead(204).end();
    if (url === "/begin") {
      came = [];
      return json(response, 200, { post: POST });
    }
    const [path = "", query = ""] = url.split("?");
    const what = `${method} ${path}`;
    came.push({ what, key: request.headers["idempotency-key"] as string | undefined });
    answer(what, new URLSearchParams(query), { request, response, times: came.filter((one) => one.what === what) });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function json(response: ServerResponse, status: number, body: unknown): unknown {
  return response
    .writeHead(status, { "Content-Type": "application/json", "X-Request-Id": "req_1" })
    .end(JSON.stringify(body));
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  times: { key: string | undefined }[];
}

function answer(what: string, query: URLSearchParams, { request, response, times }: Exchange): unknown {
  const give = (status: number, body: unknown) => json(response, status, body);
  const cut = () => request.socket.destroy();
  switch (what) {
    case "POST /v1/messages":
      if (times.length === 1) return cut();
      return give(202, { data: { id: "msg_1", keys: new Set(times.map(({ key }) => key)).size } });
    case "GET /v1/instances/inst_1/contacts": {
      const isLast = query.has("cursor");
      const next = isLast ? null : "http://elsewhere.test/v1/instances/inst_1/contacts?limit=2&cursor=a";
      return give(200, { data: isLast ? [{ id: "3" }] : [{ id: "1" }, { id: "2" }], links: { next }, meta: {} });
    }
    case "GET /v1/events":
      if (query.get("after") === "evt_silent") return null;
      if (query.get("after") === null) return give(200, { data: [], next_after: "evt_5", has_more: true });
      return give(200, { data: [{ ...JSON.parse(BODY), id: "evt_6" }], next_after: "evt_6", has_more: false });
    case "GET /v1/messages/redirect":
      return response.writeHead(302, { Location: "/login" }).end();
    case "GET /v1/messages/login":
      return response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Log in</h1>");
    case "GET /v1/messages/empty":
      return response.writeHead(200).end();
    case "DELETE /v1/messages/lost":
      // Cuts twice, because a browser repeats the request once on its own on a connection that it has used before.
      if (times.length <= 2) return cut();
      return give(404, { code: "message_not_found", message: "It is not there.", errors: {} });
    case "GET /v1/messages/wrong":
      return give(422, { code: "validation_failed", message: "It is wrong.", errors: { id: ["Give an id."] } });
    default:
      return give(200, { url: "https://login.test/" });
  }
}
