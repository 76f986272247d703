import { PANEL_API, type PanelRouteId } from "./panel/panel-routes.ts";
import type { RouteId } from "./routes.ts";

/** A path at which clients open WebSockets. */
interface SocketRow {
  path: string;
  /** The route whose permissions and limits apply when a client requests a WebSocket. */
  asks: RouteId | PanelRouteId;
}

/**
 * The table of all paths at which the gateway opens WebSockets. They aren't routes, because they have no response that
 * a generated client could return. The API description explains the event stream in its text. A WebSocket server can
 * only use a path from this table, and `test/functions/fuzz/walk-sockets.spec.ts` only compiles if it has a walk for
 * each row. Spec: Events polling.
 */
export const SOCKETS = {
  "events.stream": { path: "/v1/events/stream", asks: "events.list" },
  "panel.hints": { path: `${PANEL_API}/hints`, asks: "panel.live" },
} as const satisfies Record<string, SocketRow>;

export type SocketId = keyof typeof SOCKETS;

/** The path of the event stream. */
export const STREAM_PATH = SOCKETS["events.stream"].path;

/** The path where visible panel pages are notified of changes. */
export const HINTS_PATH = SOCKETS["panel.hints"].path;
