import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { AnswerUnknown, knownAnswer } from "../../shared/known-answer.ts";
import { refusalOf } from "../../shared/network-refusals.ts";

/** The address of questions about groups that name none, or name it inside. */
export const ALL_GROUPS = "@g.us";

/** One question or order about groups. */
export interface GroupQuery {
  /** Its subject, for errors. */
  what: string;
  type: "get" | "set";
  to: string;
  content: BinaryNode;
}

/** Queries the network. @throws NetworkRefusal, AnswerUnknown, and errors of the connection. */
export type AskGroup = (query: GroupQuery) => Promise<BinaryNode>;

/** Questions about groups over a socket. */
export function groupAsker(sock: Pick<WASocket, "query">, monotonicMs: () => number): AskGroup {
  return ({ what, type, to, content }) =>
    askNetwork(sock, monotonicMs, what, {
      tag: "iq",
      attrs: { xmlns: "w:g2", type, to },
      content: [content],
    });
}

/** Sends one query of ours. @throws NetworkRefusal, AnswerUnknown, and errors of the connection. */
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
