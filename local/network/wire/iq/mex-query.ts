import type { Incoming } from "../connection/incoming.ts";

/** What a question says besides its number. */
export type MexVariables = Readonly<Record<string, unknown>>;

/** Answers one kind of question. @throws IqError for a refusal. */
export type MexHandler = (incoming: Incoming, variables: MexVariables) => unknown;

/** A question in the newer format: where its answer stands, and how it is found. */
export interface MexQuery {
  readonly path: string;
  readonly answer: MexHandler;
}
