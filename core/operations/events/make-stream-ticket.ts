import { LIMITS } from "../../contracts/limits.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import type { Ids } from "../../ports.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import type { Pepper } from "../../records/accounts/pepper.ts";
import { type StreamTicketRecord, streamTickets } from "../../records/stream.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";
import { authenticateAgain } from "../accounts/authenticate-key.ts";

interface TicketDeps {
  table: Table;
  pepper: Pepper;
}

const TICKET_BYTES = 32;

/**
 * Creates a ticket that opens one event stream connection with the rights of the caller's key. The ticket itself
 * appears only in the result; the table stores its HMAC, computed with the deployment's pepper.
 */
export async function makeStreamTicket(
  deps: TicketDeps & { ids: Ids },
  { account_id, key_id }: Caller,
  now: Date,
): Promise<{ ticket: string; expires_at: string }> {
  if (key_id === null) throw new ApiError("key_not_allowed");
  const ticket = deps.ids.random(TICKET_BYTES).toString("base64url");
  const expires = new Date(now.getTime() + LIMITS.streamTicketSec * 1000);
  const record: StreamTicketRecord = {
    account_id,
    key_id,
    expires_at: wireTime(expires),
    ttl: Math.floor(expires.getTime() / 1000),
  };
  await deps.table.write({ put: { ...keys.streamTicket(await hmacOf(deps.pepper, ticket)), ...record } });
  return { ticket, expires_at: record.expires_at };
}

/**
 * Redeems a single-use ticket and returns its caller. If the key has been revoked in the meantime, the ticket is
 * useless.
 * @throws ApiError `unauthenticated`, `ip_not_allowed`, `account_suspended`.
 */
export async function takeStreamTicket(deps: TicketDeps, ticket: string, source: string, now: Date): Promise<Caller> {
  const hmac = await hmacOf(deps.pepper, ticket);
  const record = await streamTickets.read(deps.table, hmac);
  if (!record || now >= new Date(record.expires_at)) throw unusable();
  try {
    await deps.table.write({ delete: keys.streamTicket(hmac), if: [{ item: "exists" }] });
  } catch (error) {
    if (error instanceof ConditionFailed) throw unusable(); // somebody else was faster
    throw error;
  }
  return authenticateAgain(deps.table, record, source, now);
}

const unusable = () =>
  new ApiError("unauthenticated", {
    message: "The ticket is wrong, already used or expired. Get a new one with POST /v1/events/stream-tickets.",
  });

const hmacOf = async (pepper: Pepper, ticket: string) => (await pepper.hmac("stream_ticket", ticket)).toString("hex");
