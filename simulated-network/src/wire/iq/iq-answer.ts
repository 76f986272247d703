import type { BinaryNode } from "@whiskeysockets/baileys";
import type { Incoming } from "../connection/incoming.ts";

/**
 * A handler that answers one kind of query. If it returns no content, the answer is an empty result. @throws IqError to
 * refuse the query.
 */
export type IqHandler =
  | ((incoming: Incoming) => BinaryNode[] | Promise<BinaryNode[]>)
  | ((incoming: Incoming) => void | Promise<void>);

/** Thrown to refuse a query. The network's codes are similar to HTTP status codes. */
export class IqError extends Error {
  readonly code: number;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}
