import type { BinaryNode } from "@whiskeysockets/baileys";
import { iqError, iqResult } from "../../format/iq-result.ts";
import { child, children } from "../../format/nodes.ts";
import { answer, type Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";
import { IQ_HANDLERS } from "./iq-handlers.ts";
import { aboutOthers } from "./wrong-answer.ts";

/**
 * Answers a client's query. Unless a fault is active, every query gets an answer, because clients wait up to a minute
 * for it.
 */
export async function handleIq(incoming: Incoming): Promise<void> {
  const { world, transaction, owner, stanza } = incoming;
  const { type = "none", xmlns = "none" } = stanza.attrs;
  const request = children(stanza)[0]?.tag ?? "none";
  if (type === "result" || type === "error") return;
  const what = askedAbout(stanza) ?? request;
  const refusal = world.faults.queryRefusalOf(xmlns, what, owner.phone);
  if (refusal) {
    if (refusal.code !== null) answer(incoming, iqError(stanza, refusal.code, "refused"));
    return;
  }
  const fate = world.faults.answers.of(xmlns, what, owner.phone);
  if (fate?.how === "empty") return answer(incoming, iqResult(stanza));
  const handle = IQ_HANDLERS[`${type} ${xmlns} ${request}`];
  if (!handle) {
    world.log("unknown_iq", { type, xmlns, request });
    answer(incoming, iqError(stanza, 501, "feature-not-implemented"));
    return;
  }
  // Register this before the handler runs, so that the response is sent before anything else from the handler.
  let reply: BinaryNode = iqResult(stanza);
  transaction.afterCommit(() => writeAs(fate, incoming, reply));
  try {
    const content = await handle(incoming);
    reply = iqResult(stanza, content ?? undefined);
  } catch (error) {
    if (!(error instanceof IqError)) throw error;
    reply = iqError(stanza, error.code, error.message);
  }
}

/** Returns the first item that a query about people requests, or null for other queries. */
function askedAbout(stanza: BinaryNode): string | null {
  const query = child(child(stanza, "usync"), "query");
  return query && (children(query)[0]?.tag ?? null);
}

type Fate = ReturnType<Incoming["world"]["faults"]["answers"]["of"]>;

/** Sends a response. If a fault requires it, the response is late or wrong. */
function writeAs(fate: Fate, { connection }: Incoming, reply: BinaryNode): void {
  switch (fate?.how) {
    case "silent":
      return;
    case "late":
      setTimeout(() => connection.write(reply), fate.lateMs).unref();
      return;
    case "wrong":
      connection.write(aboutOthers(reply));
      return;
    default:
      connection.write(reply);
  }
}
