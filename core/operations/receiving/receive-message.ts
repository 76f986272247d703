import { transactFenced } from "../../records/fence.ts";
import type { EventDeps } from "../../records/message-event.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { ArrivalDeps, Refusal } from "./arrival-context.ts";
import { commitArrival, wakeForArrival } from "./commit-arrival.ts";
import { decideArrival } from "./decide-arrival.ts";
import type { IncomingMessage } from "./incoming-message.ts";
import { mergePerson } from "./merge-person.ts";
import { readArrival } from "./read-arrival.ts";
import { recoverMessage } from "./recover-message.ts";

/**
 * The maximum number of attempts per person. Fewer are needed in practice; the limit keeps a record that refuses every
 * change from blocking the messages behind it.
 */
const TRIES = 50;

/**
 * Stores an incoming message with its event and its place in its chat. It is stored only once, even though the network
 * may deliver it again after a crash. A person's message opens their reply window and turns messages waiting for them
 * into replies; a message in a group opens no window. Other people's channel posts are not stored. If the message was
 * stored earlier as unreadable, its content is added. Spec: Events, `message.received`, `message.sent_from_phone`,
 * `group.message`; Number-protection rule, 1; chats.
 * @throws FenceLost if another task has taken over; TransactionRefused if the stored data can never accept the message.
 * @returns `stored`, which is false if the message was already stored.
 */
export async function receiveMessage(deps: ArrivalDeps, incoming: IncomingMessage): Promise<{ stored: boolean }> {
  let refusal: Refusal | null = null;
  return retryOnChange(TRIES, async ({ again }) => {
    const context = await readArrival(deps, incoming, refusal);
    const decision = decideArrival(deps, incoming, context, deps.clock.now());
    if (decision.kind === "pass_over") return { stored: await passOver(deps, incoming) };
    if (decision.kind === "known") {
      const isRecovered = await recoverMessage(deps, incoming, context.author);
      return { stored: isRecovered || (await passOver(deps, incoming)) };
    }
    if (decision.kind === "unite") {
      await mergePerson(deps, incoming, decision.names);
      return again();
    }
    const refused = await commitArrival(deps, incoming, decision.arrival);
    if (refused !== null) {
      refusal = withEarlier(refused, refusal);
      return again(refused.error);
    }
    await wakeForArrival(deps, incoming, decision.arrival);
    // A separate write costs half as much as one in the transaction. If it is lost, the journal entry is replayed, its
    // message is found to be stored already, and the entry is deleted.
    if (incoming.journal) await deps.table.write(incoming.journal);
    return { stored: true };
  });
}

/**
 * Stores a plain text message and the writes in `incoming.also` in a single transaction, if possible.
 * @returns the work to do after the commit, or null if nothing was written and the message must go through
 * `receiveMessage`.
 * @throws FenceLost; transient errors.
 */
export async function receiveAtOnce(
  deps: ArrivalDeps,
  incoming: IncomingMessage,
): Promise<(() => Promise<void>) | null> {
  const context = await readArrival(deps, incoming, null);
  const decision = decideArrival(deps, incoming, context, deps.clock.now());
  if (decision.kind !== "store") return null;
  const { arrival } = decision;
  const refused = await commitArrival(deps, incoming, arrival);
  return refused ? null : () => wakeForArrival(deps, incoming, arrival);
}

/** Adds the receiving state from an earlier refusal to the last refusal, if the last one didn't reveal it. */
const withEarlier = (last: Refusal, earlier: Refusal | null): Refusal => ({
  ...last,
  receiving: last.receiving ?? earlier?.receiving,
});

/** Discards the message, removing only its journal entry. @returns false */
async function passOver(deps: EventDeps, { instance_id, fence, journal }: IncomingMessage): Promise<false> {
  if (journal) await transactFenced(deps.table, instance_id, fence, [journal]);
  return false;
}
