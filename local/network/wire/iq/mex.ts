import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, childBytes, node } from "../../format/nodes.ts";
import { cappingOf } from "../../world/standing/quota.ts";
import { timelockOf } from "../../world/standing/restrict.ts";
import type { Incoming } from "../connection/incoming.ts";
import { CHANNEL_QUERIES } from "./channels.ts";
import { IqError } from "./iq-answer.ts";
import type { MexQuery, MexVariables } from "./mex-query.ts";

/** The queries in the newer (MEX) format, by their number. */
const QUERIES: Readonly<Record<string, MexQuery>> = {
  ...CHANNEL_QUERIES,
  "23983697327930364": {
    path: "xwa2_fetch_account_reachout_timelock",
    answer: ({ transaction, owner }) => timelockOf(transaction.store.standing.of(owner.phone, transaction.now)),
  },
  "24503548349331633": {
    path: "xwa2_message_capping_info",
    answer: ({ transaction, owner }) =>
      cappingOf(transaction.store.quotas.of(owner.phone, transaction.now), transaction.now),
  },
};

/** Answers as JSON; a query nobody knows, or that is refused, gets an error in the same format. */
export function mexQuery(incoming: Incoming): BinaryNode[] {
  const id = child(incoming.stanza, "query")?.attrs.query_id ?? "none";
  const query = QUERIES[id];
  if (!query) incoming.world.log("unknown_mex_query", { query_id: id });
  const body = query ? ask(incoming, query) : errors("Unknown query", 400);
  return [node("result", {}, Buffer.from(JSON.stringify(body)))];
}

function ask(incoming: Incoming, { path, answer }: MexQuery) {
  try {
    return { data: { [path]: answer(incoming, variablesOf(incoming)) } };
  } catch (error) {
    if (!(error instanceof IqError)) throw error;
    return errors(error.message, error.code);
  }
}

function variablesOf({ stanza }: Incoming): MexVariables {
  const asked: unknown = JSON.parse(childBytes(stanza, "query")?.toString() || "{}");
  const variables = typeof asked === "object" && asked !== null && "variables" in asked ? asked.variables : {};
  return typeof variables === "object" && variables !== null ? { ...variables } : {};
}

function errors(message: string, error_code: number) {
  return { errors: [{ message, extensions: { error_code } }] };
}
