import type { InstanceId } from "../../core/contracts/ids.ts";
import { freeSlotOf, rowChatMark, type SendSlot } from "../../core/domain/protection/send-slots.ts";
import type { LanePlan, LaneRow } from "../../core/lanes/lane.ts";
import type { Log } from "../../core/ports.ts";
import { instanceQueue } from "../../core/store/lane-queues.ts";
import type { LaneView } from "./lane-view.ts";

/**
 * Shorter waits, such as the gap between two replies or the wait for an acknowledgement that may still arrive, aren't
 * logged.
 */
const LONG_MS = 5_000;

/** The reasons a reply may wait in the queue. */
type ReplyWait =
  | "offline"
  | "acknowledgement_of_its_chat"
  | "acknowledgements_of_other_chats"
  | "typing"
  | "file"
  | "failed_lately"
  | "spacing";

/**
 * Logs when and why a reply waits too long in its queue: one line when the wait becomes too long, and another each time
 * the reason changes.
 */
export class WaitLog {
  readonly #log: Log;
  readonly #clock: { now(): Date };
  readonly #instance: InstanceId;
  #reason: ReplyWait | null = null;

  constructor({ log, clock }: { log: Log; clock: { now(): Date } }, instance: InstanceId) {
    this.#log = log;
    this.#clock = clock;
    this.#instance = instance;
  }

  /** Records the plan resulting from a check. */
  note(view: LaneView, plan: LanePlan, typingUntil: Date | null, isOpen: boolean): void {
    const reply = firstReply(view);
    if (!reply) {
      this.#reason = null;
      return;
    }
    const until = plan.next;
    if (until && until.getTime() - this.#clock.now().getTime() <= LONG_MS) return;
    const reason = isOpen ? reasonOf(view, reply, typingUntil) : "offline";
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.#log.info({ instance_id: this.#instance, reason, until: until?.toISOString() ?? null }, "a reply is waiting");
  }
}

function firstReply({ heads, blocked, behindFiles, unprepared }: LaneView): LaneRow | null {
  return (
    heads.reply ?? [...blocked, ...unprepared, ...behindFiles].find(({ sk }) => instanceQueue(sk) === "reply") ?? null
  );
}

function reasonOf(
  { heads, sending, unprepared, behindFiles }: LaneView,
  reply: LaneRow,
  typingUntil: Date | null,
): ReplyWait {
  const { slots }: { slots: SendSlot[] } = sending;
  if (unprepared.includes(reply) || behindFiles.includes(reply)) return "file";
  if (reply !== heads.reply) {
    return slots.some(({ chat }) => chat === rowChatMark(reply)) ? "acknowledgement_of_its_chat" : "failed_lately";
  }
  if (freeSlotOf(slots) === null) return "acknowledgements_of_other_chats";
  return typingUntil ? "typing" : "spacing";
}
