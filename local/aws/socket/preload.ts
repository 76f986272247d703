import { hostClients } from "../../../core/aws/aws-client.ts";
import { hostDocuments } from "../../../core/aws/document-client.ts";
import { serviceSocket } from "./service-socket.ts";
import { socketClients } from "./socket-clients.ts";
import { socketDocuments } from "./socket-documents.ts";

/**
 * Loaded before a child process's own entry module (`--import`), so that the process uses the table, queues and bus
 * through its parent's line.
 */
const address = process.env.SERVICE_LINE;
if (address) {
  const ask = serviceSocket(address);
  hostDocuments(() => socketDocuments(ask));
  hostClients(socketClients(ask));
}
