import type { MessageStatus } from "../../contracts/message.ts";

/**
 * Whether someone may have received a message that is no longer waiting. A message that the network never confirmed
 * was relayed, so it may have been delivered. Spec: Message, `error_code` no_receipt.
 */
export const mayHaveArrived = ({ status, error_code }: { status: MessageStatus; error_code: string | null }): boolean =>
  status !== "failed" || error_code === "no_receipt";

/** The fields that say when a message left. `started_ms` is in epoch ms, the other times are in ISO format. */
interface Departure {
  sent_at: string | null;
  started_ms?: number | undefined;
  written_at: string | null;
  created_at: string;
}

/**
 * Returns when a message left its writer, in epoch ms. A message that was never confirmed has no `sent_at`, but it
 * can have waited for days before it was started.
 */
export const leftAt = ({ sent_at, started_ms, written_at, created_at }: Departure): number =>
  sent_at === null ? (started_ms ?? Date.parse(written_at ?? created_at)) : Date.parse(sent_at);
