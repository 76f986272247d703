import type { Incoming } from "../connection/incoming.ts";

/** The variables of a query. */
export type MexVariables = Readonly<Record<string, unknown>>;

/** Answers one query. @throws IqError for a refusal. */
export type MexHandler = (incoming: Incoming, variables: MexVariables) => unknown;

/** A query in the newer (MEX) format: the member that holds its answer, and the handler. */
export interface MexQuery {
  readonly path: string;
  readonly answer: MexHandler;
}
