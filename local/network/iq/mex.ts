import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, node } from "../nodes.ts";
import type { Incoming } from "../stanzas/incoming.ts";

/** Questions in the newer format, by the number of the query. */
const QUERIES: Readonly<Record<string, { readonly path: string; readonly answer: unknown }>> = {
  "23983697327930364": {
    path: "xwa2_fetch_account_reachout_timelock",
    answer: { is_active: false, time_enforcement_ends: "0", enforcement_type: "DEFAULT" },
  },
};

/** Answers as JSON; a query nobody knows gets an error in the same format. */
export function mexQuery({ world, stanza }: Incoming): BinaryNode[] {
  const id = child(stanza, "query")?.attrs.query_id ?? "none";
  const query = QUERIES[id];
  if (!query) world.log("unknown_mex_query", { query_id: id });
  const body = query
    ? { data: { [query.path]: query.answer } }
    : { errors: [{ message: "Unknown query", extensions: { error_code: 400 } }] };
  return [node("result", {}, Buffer.from(JSON.stringify(body)))];
}
