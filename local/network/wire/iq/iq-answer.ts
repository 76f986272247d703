import type { BinaryNode } from "@whiskeysockets/baileys";
import type { Incoming } from "../connection/incoming.ts";

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
