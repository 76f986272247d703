import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { WebSocketServer } from "ws";
import { listen } from "../process/listen.ts";
import { askedFromElsewhere, forThisMachine } from "../process/this-machine-only.ts";
import type { PairingDesk } from "../world/linking/pairing-desk.ts";
import type { World } from "../world/world.ts";
import { admit } from "./admit.ts";
import { Connection, type ConnectionEvents } from "./connection/connection.ts";
import type { NetworkIdentity } from "./handshake/certificate.ts";
import { dispatchStanza } from "./stanzas/dispatch.ts";

/** The path to which clients connect. */
const SOCKET_PATH = "/ws/chat";

/** The network's websocket server. */
export interface SocketServer {
  /** The server's address, ws://… */
  readonly url: string;
  dropAll(): void;
  /** Sends the reason to all linked devices and closes their connections. */
  endAll(reason: BinaryNode): void;
  stop(): Promise<void>;
}

/**
 * Opens the websocket server.
 *
 * @throws node:net Error if the port is taken.
 */
export async function openSocketServer(
  world: World,
  pairing: PairingDesk,
  identity: NetworkIdentity,
  host: string,
  port: number,
): Promise<SocketServer> {
  const connections = new Set<Connection>();
  const events: ConnectionEvents = {
    opened: (connection, client, noiseKey) => admit(world, pairing, connection, client, noiseKey),
    async stanza(connection, stanza) {
      const { device } = connection;
      const isReplaced = device !== null && world.live.connectionOf(device) !== connection;
      if (isReplaced && stanza.tag === "message") world.logins.lateMessage(device);
      if (device) await dispatchStanza(world, connection, stanza);
      else pairing.stanza(connection, stanza);
    },
    closed(connection) {
      connections.delete(connection);
      pairing.closed(connection);
      world.live.closed(connection);
    },
  };
  const server = createServer(
    forThisMachine(askedFromElsewhere, (_request, response) => void response.writeHead(404).end()),
  );
  // Refuse a client by closing the connection: no client recovers from an HTTP response other than 101.
  server.on("connection", (socket) => {
    if (world.faults.isOn("refuse_connections")) socket.destroy();
  });
  const sockets = new WebSocketServer({ server, path: SOCKET_PATH, perMessageDeflate: false });
  sockets.on("connection", (socket) => connections.add(new Connection(socket, world, events, identity)));
  await listen(server, host, port);
  const dropAll = () => {
    for (const connection of connections) connection.drop();
  };
  return {
    // The cast is safe: a server listening on a port has an address of this kind.
    url: `ws://${host}:${(server.address() as AddressInfo).port}${SOCKET_PATH}`,
    dropAll,
    endAll(reason) {
      for (const connection of connections) if (connection.device) connection.end(reason);
    },
    async stop() {
      dropAll();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
