import type { Incoming } from "../connection/incoming.ts";

/** The variables of a query. */
export type MexVariables = Readonly<Record<string, unknown>>;

/** Answers one query. @throws IqError, ChannelError for a refusal. */
export type MexHandler = (incoming: Incoming, variables: MexVariables) => unknown;

/** A query in the newer (MEX) format: the member that holds its answer, and the handler. */
export interface MexQuery {
  readonly path: string;
  readonly answer: MexHandler;
  /** Variables that must be there, whatever their value; newer queries are refused without. */
  readonly required?: readonly string[];
}
