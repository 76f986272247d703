import type { Incoming } from "../connection/incoming.ts";

/** A query's variables. */
export type MexVariables = Readonly<Record<string, unknown>>;

/** A handler that answers one query. @throws IqError, ChannelError to refuse the query. */
export type MexHandler = (incoming: Incoming, variables: MexVariables) => unknown;

/** A query in the newer (MEX) format: its handler, and the name of the field that contains its answer. */
export interface MexQuery {
  readonly path: string;
  readonly answer: MexHandler;
  /** The variables that must be present, whatever their values. Newer queries are refused without them. */
  readonly required?: readonly string[];
}
