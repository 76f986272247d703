import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { AnswerUnknown, knownAnswer } from "../../shared/known-answer.ts";
import { refusalOf } from "../../shared/network-refusals.ts";

/** The address for group queries that aren't about a particular group, or that name the group in their content. */
export const ALL_GROUPS = "@g.us";

/** A single query or command about groups. */
export interface GroupQuery {
  /** A description of the query, for errors. */
  what: string;
  type: "get" | "set";
  to: string;
  content: BinaryNode;
}

/** Sends a query to the network. @throws NetworkRefusal, AnswerUnknown, and connection errors. */
export type AskGroup = (query: GroupQuery) => Promise<BinaryNode>;

/** Creates the function that sends group queries over a socket. */
export function groupAsker(sock: Pick<WASocket, "query">, monotonicMs: () => number): AskGroup {
  return ({ what, type, to, content }) =>
    askNetwork(sock, monotonicMs, what, {
      tag: "iq",
      attrs: { xmlns: "w:g2", type, to },
      content: [content],
    });
}

/** Sends one of our queries. @throws NetworkRefusal, AnswerUnknown, and connection errors. */
export async function askNetwork(
  sock: Pick<WASocket, "query">,
  monotonicMs: () => number,
  what: string,
  query: BinaryNode,
): Promise<BinaryNode> {
  const answer = await knownAnswer(what, monotonicMs, () => sock.query(query)).catch((error: unknown) => {
    throw refusalOf(error, what);
  });
  if (!answer) throw new AnswerUnknown(what);
  return answer;
}
