/** What a route needs of a key: `read` any kind, `send` send or full, `full` full, `account` full and not limited to an instance. */
export type KeyScope = "public" | "read" | "send" | "full" | "account";

export interface RouteRow {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  scope: KeyScope;
  /** The resource whose Lambda answers it: functions/api/<resource>/index.ts. */
  resource: "instances" | "messages" | "webhook" | "events" | "openapi";
}

/**
 * The route table. API Gateway, the local server, the OpenAPI document and the key checks read it. Spec: Endpoints.
 */
export const ROUTES = {
  "instances.list": { method: "GET", path: "/v1/instances", scope: "read", resource: "instances" },
  "instances.create": { method: "POST", path: "/v1/instances", scope: "account", resource: "instances" },
  "instances.get": { method: "GET", path: "/v1/instances/{id}", scope: "read", resource: "instances" },
  "instances.delete": { method: "DELETE", path: "/v1/instances/{id}", scope: "account", resource: "instances" },
  "instances.qr": { method: "GET", path: "/v1/instances/{id}/qr", scope: "full", resource: "instances" },
  "instances.stop": { method: "POST", path: "/v1/instances/{id}/stop", scope: "full", resource: "instances" },
  "instances.start": { method: "POST", path: "/v1/instances/{id}/start", scope: "full", resource: "instances" },
  "instances.restart": { method: "POST", path: "/v1/instances/{id}/restart", scope: "full", resource: "instances" },
  "instances.logout": { method: "POST", path: "/v1/instances/{id}/logout", scope: "full", resource: "instances" },
  "messages.list": { method: "GET", path: "/v1/messages", scope: "read", resource: "messages" },
  "messages.send": { method: "POST", path: "/v1/messages", scope: "send", resource: "messages" },
  "messages.get": { method: "GET", path: "/v1/messages/{id}", scope: "read", resource: "messages" },
  "webhook.get": { method: "GET", path: "/v1/webhook", scope: "read", resource: "webhook" },
  "webhook.update": { method: "PATCH", path: "/v1/webhook", scope: "account", resource: "webhook" },
  "events.list": { method: "GET", path: "/v1/events", scope: "read", resource: "events" },
  "openapi.get": { method: "GET", path: "/v1/openapi.json", scope: "public", resource: "openapi" },
} as const satisfies Record<string, RouteRow>;

export type RouteId = keyof typeof ROUTES;
