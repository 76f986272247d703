import type { MessageId } from "../../core/contracts/ids.ts";
import { SEND_SLOTS, type SendSlot } from "../../core/domain/protection/send-slots.ts";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { Lru } from "../baileys/shared/lru.ts";
import type { SessionPort } from "../session-port.ts";
import type { Manner } from "./before-send.ts";
import type { TransmitDeps } from "./started-send.ts";
import { transmit } from "./transmit.ts";
import { Troubles } from "./troubles.ts";

const REMEMBERED = 1_000;

/** A send in progress. */
interface Begun {
  /** Resolves when the network has acknowledged the message or the send has ended. */
  answered: Promise<void>;
  /** Resolves when the send has ended: either its outcome is recorded, or it failed midway. */
  ended: Promise<void>;
}

interface InHand extends Begun {
  /** Called when the send ends, if something is waiting for its slot. */
  wake: () => void;
  isAcknowledged: boolean;
  /** Aborted when other messages are waiting for the slot. */
  recordNow: AbortController;
  /** When "typing…" ends for the recipient, or null if typing has ended or never started. */
  typing: Date | null;
  /** Aborted when a reply is waiting, so that typing stops. */
  hurry: AbortController;
}

/**
 * A session's sends in progress. A message that occupies a slot but isn't listed here is sent again. Sends run in the
 * background, so a slow network doesn't delay other events such as a stop or an incoming message.
 */
export class Sends {
  readonly #inHand = new Map<string, InHand>();
  readonly #ended = new Lru<true>(REMEMBERED);
  readonly #givenUp = new Map<string, QuarantineReason>();
  /** For each person, the last message that was marked as read. */
  readonly #marked = new Map<string, string>();
  #replyWaits = false;
  /** Sends that failed midway, by message. */
  readonly troubles = new Troubles();

  has(messageId: MessageId): boolean {
    return this.#inHand.has(messageId);
  }

  /**
   * Starts sending a message that is in a slot. Use `wakeAfter` to wait for its slot.
   * @param manner how to send a message that has just been started, or null if this repeats an earlier send.
   */
  begin(deps: TransmitDeps, own: Owner, session: SessionPort, message: MessageRecord, manner: Manner | null): Begun {
    this.#ended.delete(message.id);
    const { promise: answered, resolve: over } = Promise.withResolvers<void>();
    const recordNow = new AbortController();
    const answer = () => {
      inHand.isAcknowledged = true;
      over();
    };
    const hurry = new AbortController();
    const typedUntil = manner && new Date(deps.clock.now().getTime() + manner.typing_ms);
    const noted = { wake: () => {}, isAcknowledged: false, recordNow };
    const inHand: InHand = { answered, ended: answered, ...noted, typing: typedUntil, hurry };
    const typed = () => {
      inHand.typing = null;
    };
    const about = { instance_id: own.instance_id, message_id: message.id };
    this.#inHand.set(message.id, inHand);
    inHand.ended = transmit(
      deps,
      own,
      session,
      message,
      manner && {
        ...manner,
        hurry: hurry.signal,
        typed,
        answered: answer,
        recordNow: recordNow.signal,
        marked: this.#marked,
      },
      this,
    )
      .then((isEnded) => {
        this.troubles.ended(message.id);
        if (isEnded) this.#ended.set(message.id, true);
      })
      .catch((error) => {
        deps.log.error({ ...about, error: String(error) }, "a send was interrupted");
        if (error instanceof FenceLost) return;
        const failure = this.troubles.failed(message.id, error, deps.clock.now());
        if (failure) this.#givenUp.set(message.id, failure);
      })
      .finally(() => {
        this.#inHand.delete(message.id);
        over();
        inHand.wake();
      });
    return inHand;
  }

  /**
   * Arranges for `wake` to be called when the send ends, because another message is waiting for its slot or its chat.
   */
  wakeAfter(messageId: MessageId, wake: () => void): void {
    const inHand = this.#inHand.get(messageId);
    if (inHand) inHand.wake = wake;
  }

  /** Whether the network has acknowledged a message whose outcome isn't recorded yet. If so, its chat can continue. */
  isAcknowledged(messageId: MessageId): boolean {
    return this.#inHand.get(messageId)?.isAcknowledged === true;
  }

  /**
   * Records acknowledged messages without waiting for their receipts, because all slots are occupied and another
   * message is waiting.
   */
  flushRecords(): void {
    for (const { recordNow } of this.#inHand.values()) recordNow.abort();
  }

  /**
   * Whether a message's outcome has been recorded. If so, a slot that still contains the message was read before that.
   */
  hasEnded(messageId: MessageId): boolean {
    return this.#ended.get(messageId) === true;
  }

  /**
   * Returns why a message's send must be abandoned, or null if it doesn't have to be. The reason is returned only once.
   */
  givenUp(messageId: MessageId): QuarantineReason | null {
    const failure = this.#givenUp.get(messageId) ?? null;
    if (failure) this.troubles.ended(messageId);
    this.#givenUp.delete(messageId);
    return failure;
  }

  /** When the current "typing…" ends, or null if none is displayed. */
  get typingUntil(): Date | null {
    return [...this.#inHand.values()].find(({ typing }) => typing !== null)?.typing ?? null;
  }

  /** Whether a reply is waiting or "typing…" is displayed, in which case a status should wait. */
  isBusy(): boolean {
    return this.#replyWaits || this.typingUntil !== null;
  }

  /** Records whether a reply is waiting. If one is, typing ends immediately. */
  noteReply(waits: boolean): void {
    this.#replyWaits = waits;
    if (!waits) return;
    for (const { hurry } of this.#inHand.values()) hurry.abort();
  }

  /**
   * Resolves when all acknowledgements received so far have been recorded. A stopping task waits for this before the
   * next owner checks the lane.
   */
  async recorded(): Promise<void> {
    const left = [...this.#inHand.values()].filter(({ isAcknowledged }) => isAcknowledged);
    await Promise.all(left.map((one) => one.ended));
  }
}

/** How long a check waits for a send's outcome. An outcome that arrives later wakes the lane on its own. */
const OUTCOME_WAIT_MS = 2_000;

/** Wakes the lane when one of these slots is freed, because another row is waiting for it. */
export function wakeBehind(deps: LaneDeps, { instance_id }: Owner, sends: Sends, slots: readonly SendSlot[]): void {
  const wake = () => {
    ensureWake(deps, instanceLane(instance_id), deps.clock.now(), null).catch((error: unknown) => {
      deps.log.error(
        { instance_id, error: String(error) },
        "a lane could not be woken after a send; it will check on its own",
      );
    });
  };
  for (const { message_id } of slots) sends.wakeAfter(message_id, wake);
  if (slots.length >= SEND_SLOTS) sends.flushRecords();
}

/** Waits for the outcome, but only for a short time. */
export async function waitShortly(deps: LaneDeps, outcome: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const patience = deps.clock.until(new Date(deps.clock.now().getTime() + OUTCOME_WAIT_MS), stop.signal);
  await Promise.race([outcome, patience]);
  stop.abort();
}
