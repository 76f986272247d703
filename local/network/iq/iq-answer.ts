import type { BinaryNode } from "@whiskeysockets/baileys";
import { SERVER } from "../addresses.ts";
import { node } from "../nodes.ts";
import type { Incoming } from "../stanzas/incoming.ts";

/** Answers one kind of question; without content the answer is an empty result. @throws IqError for a refusal. */
export type IqHandler =
  | ((incoming: Incoming) => BinaryNode[] | Promise<BinaryNode[]>)
  | ((incoming: Incoming) => void | Promise<void>);

/** A question the network refuses; the code is the network's own, in the manner of HTTP. */
export class IqError extends Error {
  readonly code: number;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}

/** "Done", with what was asked for. */
export function iqResult(question: BinaryNode, content?: BinaryNode[]): BinaryNode {
  return node("iq", { from: SERVER, type: "result", id: question.attrs.id }, content);
}

/** "No", with a reason. */
export function iqError(question: BinaryNode, code: number, text: string): BinaryNode {
  return node("iq", { from: SERVER, type: "error", id: question.attrs.id }, [node("error", { code, text })]);
}
