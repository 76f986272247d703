import { createServer, type Server } from "node:http";

/** The health endpoint's path. */
export const HEALTH_PATH = "/health";
const DEFAULT_PORT = 8086;

/** The health endpoint's port, on loopback only. */
export const healthPort = (env: Record<string, string | undefined>) => Number(env.HEALTH_PORT || DEFAULT_PORT);

/**
 * Responds with 200 while the task may act, and with 503 otherwise. The service answers no other requests from outside.
 */
export function serveHealth(port: number, isWell: () => boolean): Server {
  const server = createServer((request, response) => {
    const isKnown = request.method === "GET" && request.url === HEALTH_PATH;
    response.writeHead(isKnown ? (isWell() ? 200 : 503) : 404).end();
  });
  return server.listen(port, "127.0.0.1");
}
