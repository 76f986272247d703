import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { askedFromElsewhere, forThisMachine } from "../../../simulated-network/src/process/this-machine-only.ts";
import { EXPOSITION_TYPE } from "./exposition.ts";

const PATH = "/metrics";

/** A running metrics server. */
export interface MetricsServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Serves GET /metrics on loopback, for Prometheus or an agent on this machine. The metrics reveal how a business is
 * doing, so they must not be accessible from anywhere else, not even through a proxy.
 * @param read returns the text. If it fails, it logs the failure itself, and the response is a 500. @throws a
 * one-sentence error if the port is in use.
 */
export async function startMetricsServer(port: number, read: () => Promise<string>): Promise<MetricsServer> {
  const server = createServer(
    forThisMachine(askedFromElsewhere, async (request, response) => {
      request.resume();
      if (request.method !== "GET" || request.url !== PATH) return void response.writeHead(404).end();
      const text = await read().catch(() => null);
      if (text === null) return void response.writeHead(500).end();
      response.writeHead(200, { "content-type": EXPOSITION_TYPE }).end(text);
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE" ? `port ${port} is in use` : `port ${port} can't be opened (${error.code})`;
      reject(
        new Error(
          `The metrics can't be served: ${why}. Stop the program that uses the port, or set METRICS_PORT to a different port.`,
        ),
      );
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  const bound = server.address() as AddressInfo; // a TCP server's address
  return {
    url: `http://127.0.0.1:${bound.port}${PATH}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
