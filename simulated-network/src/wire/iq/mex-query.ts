import type { Incoming } from "../connection/incoming.ts";

/** A query's variables. */
export type MexVariables = Readonly<Record<string, unknown>>;

/** Answers one query. @throws IqError, ChannelError to refuse. */
export type MexHandler = (incoming: Incoming, variables: MexVariables) => unknown;

/** A query in the newer (MEX) format: the member that contains its answer, and the handler. */
export interface MexQuery {
  readonly path: string;
  readonly answer: MexHandler;
  /** Variables that must be present, whatever their value; newer queries are refused without them. */
  readonly required?: readonly string[];
}
