import { hostClients } from "../../../core/aws/aws-client.ts";
import { hostDocuments } from "../../../core/aws/document-client.ts";
import { lineClients } from "./line-clients.ts";
import { lineDocuments } from "./line-documents.ts";
import { serviceLine } from "./service-line.ts";

/**
 * Loaded before a child process's own entry (`--import`): table, queues and bus are reached through its parent's line.
 */
const address = process.env.SERVICE_LINE;
if (address) {
  const ask = serviceLine(address);
  hostDocuments(() => lineDocuments(ask));
  hostClients(lineClients(ask));
}
