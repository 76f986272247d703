import type { MessageRecord } from "../../core/contracts/message.ts";
import type { Ownership } from "../../core/operations/send-steps.ts";
import type { LiveSession } from "../live-session.ts";
import type { Manner } from "./before-send.ts";
import { type TransmitDeps, transmit } from "./transmit.ts";

interface InHand {
  ended: Promise<void>;
  /** A reply waits: no more typing. */
  hurry: AbortController;
}

/**
 * The sends a session has in hand: what stands in the slot without being here is repeated. They go on beside the lane,
 * so that what comes meanwhile (a stop, a person who writes) is not kept waiting by a slow network.
 */
export class Sends {
  readonly #inHand = new Map<string, InHand>();

  has(messageId: string): boolean {
    return this.#inHand.has(messageId);
  }

  /** @param manner how a message is sent that began just now; null: a repeat. */
  begin(
    deps: TransmitDeps,
    own: Ownership,
    session: LiveSession,
    message: MessageRecord,
    manner: Manner | null,
  ): Promise<void> {
    const hurry = new AbortController();
    const about = { instance_id: own.instance_id, message_id: message.id };
    const ended = transmit(deps, own, session, message, manner, hurry.signal)
      .catch((error) => deps.log.error({ ...about, error: String(error) }, "send broke off"))
      .finally(() => this.#inHand.delete(message.id));
    this.#inHand.set(message.id, { ended, hurry });
    return ended;
  }

  /** A reply waits behind this one. */
  hurry(messageId: string): void {
    this.#inHand.get(messageId)?.hurry.abort();
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#inHand.values()].map((one) => one.ended));
  }
}
