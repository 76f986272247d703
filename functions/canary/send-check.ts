import * as z from "zod";
import { ID_PREFIXES } from "../../core/contracts/ids.ts";
import { Message, type WaitingReason } from "../../core/contracts/message.ts";
import { idBound } from "../../core/domain/ulid-bound.ts";
import type { Clock, Log } from "../../core/ports.ts";
import type { CanarySettings } from "../../core/records/accounts/canary-settings.ts";
import type { Ask } from "./ask-api.ts";
import { CheckFailed, expectStatus } from "./check-failed.ts";

/**
 * The time limit between the request and the event reporting that the network accepted the message. Replies take
 * seconds, but first messages also wait for the required gap.
 */
const PATIENCE_MS = 50_000;
/** The polling interval. Event polling is limited to 60 requests a minute. */
const POLL_MS = 2_000;
/**
 * The maximum clock difference to allow for. Without clock differences, the time in an event's ID would never precede
 * the time in its message's ID.
 */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * The reasons for which a message is held back deliberately. `offline` isn't one of them, because the canary's number
 * should always be connected.
 */
const ON_PURPOSE: readonly (WaitingReason | null)[] = ["spacing", "daily_cap", "quiet_hours", "paused"];

const Sent = z.object({ data: Message.pick({ id: true }) });
const Read = z.object({ data: Message.pick({ status: true, waiting_reason: true }) });
const Events = z.object({
  data: z.array(z.object({ data: Message.pick({ id: true, status: true, error_code: true }) })),
  next_after: z.string().nullable(),
});

/** Dependencies of the check: the function that sends requests, the clock and the log. */
interface SendDeps {
  ask: Ask;
  clock: Clock;
  log: Log;
}

/**
 * Sends a text message and waits for the event that reports it as sent. This single check covers acceptance, the lane,
 * the session, the network and events. If number protection holds the message back, it is cancelled and counts as
 * success.
 * @param run identifies this run. Calling the function twice for the same run sends only one message.
 * @throws CheckFailed
 */
export async function checkSending(
  { ask, clock, log }: SendDeps,
  { key, sending }: { key: string; sending: NonNullable<CanarySettings["sending"]> },
  run: number,
): Promise<void> {
  const { instance_id, to } = sending;
  const began = clock.now();
  const text = `Test message of ${began.toISOString().slice(0, 16)}Z`;
  const accepted = await ask({
    method: "POST",
    path: "/v1/messages",
    key,
    body: { instance_id, to, text },
    idempotencyKey: `canary-${run}`,
  });
  expectStatus(accepted, 202);
  const { id } = Sent.parse(accepted.body).data;
  if (await isSent({ ask, clock }, { key, instance_id, id, began })) return;

  const read = await ask({ path: `/v1/messages/${id}`, key });
  expectStatus(read, 200);
  const { status, waiting_reason } = Read.parse(read.body).data;
  await ask({ method: "DELETE", path: `/v1/messages/${id}`, key });
  if (!ON_PURPOSE.includes(waiting_reason)) {
    throw new CheckFailed(`the message was ${status}${waiting_reason ? ` (${waiting_reason})` : ""} after 50 s`);
  }
  log.info({ message_id: id, waiting_reason }, "the canary's message was held back by number protection and cancelled");
}

/** Polls for events until one reports that the message was sent. @returns false if no such event appears in time. */
async function isSent(
  { ask, clock }: Pick<SendDeps, "ask" | "clock">,
  { key, instance_id, id, began }: { key: string; instance_id: string; id: string; began: Date },
): Promise<boolean> {
  const until = began.getTime() + PATIENCE_MS;
  let after = `${idBound(ID_PREFIXES.event, new Date(began.getTime() - CLOCKS_DIFFER_MS))}${"0".repeat(RANDOM_CHARS)}`;
  while (clock.now().getTime() < until) {
    const query = new URLSearchParams({ after, types: "message.status", instance_id });
    const answer = await ask({ path: `/v1/events?${query}`, key });
    expectStatus(answer, 200);
    const page = Events.parse(answer.body);
    for (const { data } of page.data.filter((event) => event.data.id === id)) {
      if (data.status === "failed") throw new CheckFailed(`the message failed (${data.error_code})`);
      return true;
    }
    after = page.next_after ?? after;
    await clock.until(new Date(clock.now().getTime() + POLL_MS));
  }
  return false;
}

/** The number of random characters in a ULID, which follow the time. */
const RANDOM_CHARS = 16;
