import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Faults } from "../faults/faults.ts";
import { listen } from "../process/listen.ts";
import { cameThroughProxy, forThisMachine } from "../process/this-machine-only.ts";
import { download } from "./download.ts";
import type { MediaHandler } from "./media-handler.ts";
import type { MediaStore } from "./media-store.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";
import { upload } from "./upload.ts";

const HANDLERS: Readonly<Record<string, MediaHandler>> = { POST: upload, GET: download, HEAD: download };

/** The media store's HTTPS server. */
export interface MediaServer {
  /**
   * The path of the certificate file (PEM) that clients must trust, for NODE_EXTRA_CA_CERTS of the gateway's process.
   */
  readonly caFile: string;
  stop(): Promise<void>;
}

/**
 * Serves the media store to clients, which always use HTTPS. Messages contain the port, so it is chosen once per data
 * folder and reused. If the port is already in use on a later start, another is chosen, and older files can only be
 * found by path.
 *
 * @throws node:net Error if no port is available.
 */
export async function openMediaServer(
  store: MediaStore,
  faults: Faults,
  host: string,
  dataDir: string | null,
): Promise<MediaServer> {
  const { certificate, privateKey } = selfSignedCertificate();
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    void answer({ store, faults }, request, response);
  };
  // The host and the origin are not checked, because the network's clients send an origin of their own. The files are
  // encrypted.
  const server = createServer({ cert: certificate, key: privateKey }, forThisMachine(cameThroughProxy, serve));
  await listenAgain(server, host, dataDir && join(dataDir, "media-port"));
  // The cast is safe: a server listening on a port has an address of this kind.
  store.host = `${host}:${(server.address() as AddressInfo).port}`;
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "simulated-media-"));
  const caFile = join(folder, "media-ca.pem");
  writeFileSync(caFile, certificate);
  return {
    caFile,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (dataDir === null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answer(
  deps: Parameters<MediaHandler>[0],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const handle = HANDLERS[request.method ?? ""];
  if (!handle) {
    response.writeHead(405).end();
    return;
  }
  try {
    await handle(deps, new URL(request.url ?? "/", "https://media"), request, response);
  } catch {
    // The client disconnected mid-request, so it can't receive a response.
    response.destroy();
  }
}

async function listenAgain(server: Server, host: string, portFile: string | null): Promise<void> {
  const before = portFile !== null && existsSync(portFile) ? Number(readFileSync(portFile, "utf8")) : 0;
  try {
    await listen(server, host, before);
  } catch (error) {
    if (before === 0 || !(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    await listen(server, host, 0);
  }
  if (portFile !== null) writeFileSync(portFile, String((server.address() as AddressInfo).port));
}
