import type { BinaryNode } from "@whiskeysockets/baileys";
import type { Incoming } from "../connection/incoming.ts";

/** Answers one kind of query; without content, the answer is an empty result. @throws IqError to refuse. */
export type IqHandler =
  | ((incoming: Incoming) => BinaryNode[] | Promise<BinaryNode[]>)
  | ((incoming: Incoming) => void | Promise<void>);

/** A refused query. The network's codes are similar to HTTP's. */
export class IqError extends Error {
  readonly code: number;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}
