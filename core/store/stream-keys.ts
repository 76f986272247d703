import type { AccountId, ConnectionId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for the event stream; part of `keys`. */
export const streamKeys = {
  /** An open connection to the stream. */
  streamConnection: (account: AccountId, connection: ConnectionId): Key => ({
    pk: `ACC#${account}#STREAM`,
    sk: connection,
  }),
  /**
   * A ticket that opens a single connection. `hmac` is the HMAC of the ticket under the deployment's pepper, in hex.
   */
  streamTicket: (hmac: string): Key => ({ pk: `TICKET#${hmac}`, sk: "TICKET" }),
};
