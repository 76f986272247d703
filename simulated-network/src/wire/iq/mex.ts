import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, childBytes, node } from "../../format/nodes.ts";
import { ChannelError } from "../../world/channels/channel-error.ts";
import { cappingOf } from "../../world/standing/quota.ts";
import { timelockOf } from "../../world/standing/restrict.ts";
import type { World } from "../../world/world.ts";
import type { Incoming } from "../connection/incoming.ts";
import { CHANNEL_QUERIES } from "./channel-queries.ts";
import { IqError } from "./iq-answer.ts";
import type { MexQuery, MexVariables } from "./mex-query.ts";

type AnswerChange = NonNullable<ReturnType<World["faults"]["mex"]["changeOf"]>>;

/** The queries in the newer (MEX) format, by query number. */
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

/** Answers a query as JSON. If the query is unknown or refused, the error has the same format. */
export function mexQuery(incoming: Incoming): BinaryNode[] {
  const { faults, log } = incoming.world;
  const id = child(incoming.stanza, "query")?.attrs.query_id ?? "none";
  const query = faults.mex.isRetired(id) ? undefined : QUERIES[id];
  if (!query) log("unknown_mex_query", { query_id: id });
  const body = query ? ask(incoming, query, faults.mex.changeOf(id)) : errors("Unknown query", 400);
  return [node("result", {}, Buffer.from(typeof body === "string" ? body : JSON.stringify(body)))];
}

function ask(incoming: Incoming, { path, answer, required = [] }: MexQuery, change: AnswerChange | null) {
  const variables = variablesOf(incoming);
  if (required.some((name) => !(name in variables))) return errors("Bad Request", 400);
  try {
    const told = answer(incoming, variables);
    return change ? CHANGED[change](path, told) : { data: { [path]: told } };
  } catch (error) {
    if (!(error instanceof IqError || error instanceof ChannelError)) throw error;
    return errors(error.message, error.code);
  }
}

/** Functions that turn a response into a shape that clients don't recognize. A string result is sent as is. */
const CHANGED: Readonly<Record<AnswerChange, (path: string, told: unknown) => object | string>> = {
  renamed: (path, told) => ({ data: { [`${path}_v9`]: told } }),
  emptied: (path, told) => ({ data: { [path]: Array.isArray(told) ? [{}] : { unexpected: true } } }),
  null: (path) => ({ data: { [path]: null } }),
  garbled: () => "{",
};

function variablesOf({ stanza }: Incoming): MexVariables {
  const asked: unknown = JSON.parse(childBytes(stanza, "query")?.toString() || "{}");
  const variables = typeof asked === "object" && asked !== null && "variables" in asked ? asked.variables : {};
  return typeof variables === "object" && variables !== null ? { ...variables } : {};
}

function errors(message: string, error_code: number) {
  return { errors: [{ message, extensions: { error_code } }] };
}
