import { rowChatMark, type SendSlot } from "../../core/domain/protection/send-slots.ts";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
import { moveToForm } from "../../core/operations/receiving/move-to-form.ts";
import { noteUnanswered } from "../../core/operations/sending/note-unanswered.ts";
import { failMessage } from "../../core/operations/sending/send-steps.ts";
import { storePrepared } from "../../core/operations/sending/store-prepared.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { OtherForm } from "../baileys/outbound/other-form.ts";
import { isUnanswered } from "../baileys/shared/known-answer.ts";
import { CannotPrepare } from "../media/cannot-prepare.ts";
import type { SessionPort } from "../session-port.ts";
import { FileWaits, LOOKS_EVERY_MS } from "./file-waits.ts";
import { quarantineRow } from "./quarantine-row.ts";
import type { TransmitDeps } from "./started-send.ts";
import { fixRecipients } from "./status-recipients.ts";
import { Troubles } from "./troubles.ts";
import { waitingMessage } from "./waiting-message.ts";

/** How many of an instance's files are fetched, converted, and uploaded in parallel. */
const AT_ONCE = 2;
/**
 * The same limit, but including files that their chats are no longer waiting for. It keeps slow files from holding up
 * other chats' files.
 */
const AT_MOST = 4;
/**
 * The maximum number of attempts per file. Any failure may be the network's fault, so retries go on for several
 * minutes.
 */
const TRIES = 15;

/**
 * Prepares files in the background before their messages are due, so a slow file never holds up a reply. Only the
 * results are stored, in the table. After a crash, the work is simply repeated.
 */
export class Preparer {
  readonly #deps: TransmitDeps;
  readonly #own: Owner;
  readonly #session: SessionPort;
  readonly #running = new Map<string, Promise<void>>();
  readonly #troubles = new Troubles();
  readonly #waits = new FileWaits();

  constructor(deps: TransmitDeps, own: Owner, session: SessionPort) {
    this.#deps = deps;
    this.#own = own;
    this.#session = session;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  ended(): Promise<unknown> {
    return Promise.all(this.#running.values());
  }

  /** Counts how long chats have been waiting for their files. Call this before each read of the lane. */
  countWaits(): void {
    this.#waits.count(this.#deps.clock.now(), this.#openedAt());
  }

  /** Whether later messages in the row's chat are no longer waiting for the row's file. */
  isOvertaken(row: LaneRow): boolean {
    return this.#waits.isOver(String(row.message_id));
  }

  /** The time in ms until the lane must check for more files, or for a chat that has waited long enough. */
  get againInMs(): number {
    return Math.min(LOOKS_EVERY_MS, this.#waits.nextInMs() ?? LOOKS_EVERY_MS);
  }

  /**
   * Starts preparing as many of these rows' files as there is capacity for, beginning with the first row of each chat.
   * @param slots the messages currently being sent.
   */
  begin(rows: LaneRow[], slots: SendSlot[]): void {
    const ids = new Set(rows.map((row) => String(row.message_id)));
    this.#waits.keep((id) => ids.has(id) || this.#running.has(id));
    const resting = this.#troubles.resting(this.#deps.clock.now());
    for (const row of firstOfChats(rows)) {
      if (!this.#hasRoom() || !this.#session.isOpen()) return;
      const id = String(row.message_id);
      if (this.#running.has(id) || resting.has(row.sk)) continue;
      this.#waits.begin(id, this.#deps.clock.now(), this.#openedAt());
      const work = this.#prepare(row, slots).finally(() => {
        this.#running.delete(id);
        return this.#wake(row.pk);
      });
      this.#running.set(id, work);
    }
  }

  #hasRoom(): boolean {
    const waitedFor = [...this.#running.keys()].filter((id) => !this.#waits.isOver(id));
    return waitedFor.length < AT_ONCE && this.#running.size < AT_MOST;
  }

  #openedAt(): Date | null {
    return this.#session.isOpen() ? this.#session.openedAt : null;
  }

  async #prepare(row: LaneRow, slots: SendSlot[]): Promise<void> {
    const about = { instance_id: this.#own.instance_id, message_id: String(row.message_id) };
    try {
      const message = await waitingMessage(this.#deps.table, this.#own, row, slots);
      if (message) await this.#make(row, message);
      this.#troubles.ended(row.sk);
    } catch (error) {
      this.#deps.log.warn({ ...about, error: String(error) }, "a file could not be prepared; it will be retried");
      const isLeft = error instanceof FenceLost || !(this.#session.isOpen() && this.#session.mayAct());
      const isPassing = isLeft || isUnanswered(error);
      const failure = this.#troubles.failed(row.sk, error, this.#deps.clock.now(), { isPassing, tries: TRIES });
      if (failure) await this.#giveUp(row, slots, failure);
    }
  }

  async #make(row: LaneRow, message: MessageRecord): Promise<void> {
    try {
      await fixRecipients(this.#deps, this.#own, this.#session, message);
      const chat = await this.#session.resolveChat(message.phone, message.chat_id);
      const bytes = await this.#session.encode(chat, message);
      await storePrepared(this.#deps, this.#own, row, message, bytes);
    } catch (error) {
      if (isUnanswered(error)) await noteUnanswered(this.#deps.table, message);
      // The next check prepares the file for the other form.
      if (error instanceof OtherForm) {
        await moveToForm(this.#deps, this.#own, row, message, error.form);
        return;
      }
      if (!(error instanceof CannotPrepare)) throw error;
      const about = {
        instance_id: this.#own.instance_id,
        message_id: message.id,
        code: error.code,
        why: error.message,
      };
      this.#deps.log.warn(about, "a message can't be sent");
      await failMessage(this.#deps, this.#own, message, row, error.code, error.told);
    }
  }

  async #giveUp(row: LaneRow, slots: SendSlot[], failure: QuarantineReason): Promise<void> {
    await quarantineRow(this.#deps, this.#own, row, failure, slots).catch((error) => {
      const about = { instance_id: this.#own.instance_id, error: String(error) };
      this.#deps.log.warn(about, "a file that can't be prepared could not be quarantined; this will be retried");
    });
  }

  /**
   * Wakes the lane after each file, even if preparing it failed, because the message may now be sent and there is room
   * for the next file.
   */
  async #wake(lane: string): Promise<void> {
    await ensureWake(this.#deps, lane, this.#deps.clock.now(), null).catch((error) => {
      const about = { instance_id: this.#own.instance_id, error: String(error) };
      this.#deps.log.warn(
        about,
        "the lane could not be woken after a file was prepared; it will check on its own in a few seconds",
      );
    });
  }
}

/** Moves the first row of each chat to the front, because the chat's later messages are waiting for it. */
function firstOfChats(rows: LaneRow[]): LaneRow[] {
  const chats = new Set<string>();
  const isFirst = (row: LaneRow) => {
    const mark = rowChatMark(row);
    const isNew = !chats.has(mark);
    chats.add(mark);
    return isNew;
  };
  const { true: firsts = [], false: others = [] } = Object.groupBy(rows, (row) => String(isFirst(row)));
  return [...firsts, ...others];
}
