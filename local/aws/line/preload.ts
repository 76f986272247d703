import { hostDocuments } from "../../../core/aws/document-client.ts";
import { lineDocuments } from "./line-documents.ts";
import { tableLine } from "./table-line.ts";

/** Loaded before a child process's own entry (`--import`): its tables are reached by the line of its parent. */
const address = process.env.TABLE_LINE;
if (address) {
  const ask = tableLine(address);
  hostDocuments(() => lineDocuments(ask));
}
