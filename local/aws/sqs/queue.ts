import { randomUUID } from "node:crypto";
import type { MovableClock } from "../../machine/clock.ts";
import { clockAlarm } from "../service/clock-alarm.ts";
import type { Shelf } from "../service/kept.ts";
import type { HeldMessage, SqsMessage } from "./message.ts";
import type { NextDue, QueueFigures } from "./queue-figures.ts";

interface Poll {
  max: number;
  visibilityMs: number;
  answer: (messages: HeldMessage[]) => void;
  fail: (error: unknown) => void;
}

/**
 * How many messages to search for the next one to deliver. If one group has that many due messages at the front, all
 * other groups must wait for that group.
 */
const LOOKED_AT = 1_000;

/** Dependencies of a queue. */
export interface QueueDeps {
  clock: MovableClock;
  shelf: Shelf<SqsMessage>;
  /**
   * The queue for messages that have been received too many times. Null if such messages stay in their original queue.
   */
  deadLetters: () => { queue: Queue; maxReceives: number } | null;
  warn: (message: string) => void;
}

/**
 * A standard queue: its messages, in the order in which they become visible, and the pending receives. Messages are
 * stored until they are deleted, because they must survive moving the clock by weeks. Each change is stored before it
 * is applied, so a change that can't be stored (because the disk is full) has no effect.
 */
export class Queue {
  readonly #deps: QueueDeps;
  readonly name: string;
  /** All messages, sorted by `visibleAt` and then by `order`. */
  readonly #messages: HeldMessage[] = [];
  readonly #held = new Map<string, HeldMessage>();
  /** The number of messages in each group, including those being processed. */
  readonly #groups = new Map<string | null, number>();
  readonly #polls = new Set<Poll>();
  readonly #alarm: ReturnType<typeof clockAlarm>;
  #lastOrder = 0;

  /** @param kept the messages of an earlier process. Its consumers are gone, so all the messages are visible again. */
  constructor(name: string, deps: QueueDeps, kept: SqsMessage[]) {
    this.name = name;
    this.#deps = deps;
    const now = this.#now();
    for (const message of kept) {
      this.#lastOrder = Math.max(this.#lastOrder, message.order);
      const visibleAt = message.firstReceivedAt === null ? message.visibleAt : Math.min(message.visibleAt, now);
      this.#add({ ...message, visibleAt, receipt: null });
    }
    this.#alarm = clockAlarm(deps.clock, () => this.#serve(), deps.warn);
  }

  /** Adds a message. Once visible, it is passed to a pending receive. */
  send(message: {
    id?: string;
    body: string;
    attributes: SqsMessage["attributes"];
    group: string | null;
    delayMs: number;
    deadLetterSource?: string;
  }): HeldMessage {
    const now = this.#now();
    const sent: HeldMessage = {
      id: message.id ?? randomUUID(),
      queue: this.name,
      body: message.body,
      attributes: message.attributes,
      group: message.group,
      sentAt: now,
      visibleAt: now + message.delayMs,
      order: ++this.#lastOrder,
      receives: 0,
      firstReceivedAt: null,
      deadLetterSource: message.deadLetterSource ?? null,
      receipt: null,
    };
    this.#keep(sent);
    this.#add(sent);
    this.#serve();
    return sent;
  }

  /**
   * Waits up to `waitMs` of real time for at least one message. Returns none if time runs out or the caller
   * disconnects. Rejects if there is a message but it can't be delivered.
   */
  receive(max: number, visibilityMs: number, waitMs: number, gone: AbortSignal): Promise<HeldMessage[]> {
    return new Promise((resolve, reject) => {
      if (gone.aborted) return resolve([]);
      const finish = () => poll.answer([]);
      const timer = setTimeout(finish, waitMs);
      const end = () => {
        clearTimeout(timer);
        gone.removeEventListener("abort", finish);
        this.#polls.delete(poll);
      };
      const poll: Poll = {
        max,
        visibilityMs,
        answer: (messages) => {
          end();
          resolve(messages);
        },
        fail: (error) => {
          end();
          reject(error);
        },
      };
      gone.addEventListener("abort", finish);
      this.#polls.add(poll);
      this.#serve();
      if (waitMs === 0 && this.#polls.has(poll)) finish();
    });
  }

  /** Deletes the message with this receipt. As on AWS, a receipt that a later receive has replaced has no effect. */
  remove(receipt: string): void {
    const message = this.#held.get(receipt);
    if (message) this.#drop(message);
  }

  /** @returns false if the message with this receipt has been deleted or received again. */
  changeVisibility(receipt: string, visibilityMs: number): boolean {
    const message = this.#held.get(receipt);
    const now = this.#now();
    if (!message || message.visibleAt <= now) return false;
    this.#change(message, { visibleAt: now + visibilityMs });
    this.#serve();
    return true;
  }

  purge(): void {
    for (const message of [...this.#messages]) this.#drop(message);
  }

  counts(): { visible: number; inFlight: number; delayed: number } {
    const visible = this.#visibleCount();
    const later = this.#messages.slice(visible);
    const inFlight = later.filter((message) => message.receipt !== null).length;
    return { visible, inFlight, delayed: later.length - inFlight };
  }

  figures(): QueueFigures {
    const now = this.#now();
    const oldest = this.#messages.reduce((least, { sentAt }) => Math.min(least, sentAt), now);
    return { name: this.name, ...this.counts(), oldestMs: now - oldest };
  }

  nextDue(): NextDue {
    const [first] = this.#messages;
    return { name: this.name, dueId: first && first.visibleAt <= this.#now() ? first.id : null };
  }

  /** Completes all pending receives and clears the timers. */
  stop(): void {
    this.#alarm.stop();
    for (const poll of [...this.#polls]) poll.answer([]);
  }

  /**
   * Passes visible messages to the receives that have waited longest, and sets the alarm for the next message. Never
   * throws, because a timer calls it too. A failure is reported to the longest-waiting receive instead, because a
   * receive can be repeated.
   */
  #serve(): void {
    for (const poll of this.#polls) {
      const taken: HeldMessage[] = [];
      try {
        this.#take(poll, taken);
      } catch (error) {
        if (taken.length === 0) {
          poll.fail(error);
          continue;
        }
      }
      if (taken.length === 0) break;
      poll.answer(taken);
    }
    this.#alarm.set(this.#polls.size > 0 ? (this.#messages[0]?.visibleAt ?? null) : null);
  }

  /**
   * Adds messages for a receive to `taken`. @throws if a message can't be stored. In that case, the messages before it
   * are already in `taken`.
   */
  #take(poll: Poll, taken: HeldMessage[]): void {
    const now = this.#now();
    const deadLetters = this.#deps.deadLetters();
    for (let message = this.#next(now); message; message = this.#next(now)) {
      if (taken.length === poll.max) break;
      if (deadLetters && message.receives >= deadLetters.maxReceives) {
        const { id, body, attributes, group } = message;
        // Send the message before dropping it, so that a crash in between duplicates it rather than losing it.
        deadLetters.queue.send({ id, body, attributes, group, delayMs: 0, deadLetterSource: this.name });
        this.#drop(message);
        continue;
      }
      this.#change(message, {
        receives: message.receives + 1,
        firstReceivedAt: message.firstReceivedAt ?? now,
        receipt: Buffer.from(`${this.name} ${message.id} ${randomUUID()}`).toString("base64url"),
        visibleAt: now + poll.visibilityMs,
      });
      taken.push({ ...message });
      // A receive without a visibility timeout leaves its messages visible, but must not return one of them twice.
      if (poll.visibilityMs === 0) break;
    }
  }

  /**
   * Returns the next message to deliver: the first due message of the group with the fewest messages in progress. AWS's
   * fair queues also prefer quiet groups to busy ones.
   */
  #next(now: number): HeldMessage | undefined {
    const [first] = this.#messages;
    if (!first || first.visibleAt > now) return undefined;
    if (this.#groups.size === 1) return first;
    const busy = new Map<string | null, number>();
    for (const { group, visibleAt } of this.#held.values())
      if (visibleAt > now) busy.set(group, (busy.get(group) ?? 0) + 1);
    const heldOf = ({ group }: HeldMessage) => (group === null ? 0 : (busy.get(group) ?? 0));
    let next = first;
    for (const message of this.#messages.slice(0, LOOKED_AT)) {
      if (message.visibleAt > now || heldOf(next) === 0) break;
      if (heldOf(message) < heldOf(next)) next = message;
    }
    return next;
  }

  #now(): number {
    return this.#deps.clock.now().getTime();
  }

  #keep(message: HeldMessage): void {
    const { receipt: _receipt, ...kept } = message;
    this.#deps.shelf.put(`${this.name} ${message.id}`, kept);
  }

  #drop(message: HeldMessage): void {
    this.#deps.shelf.remove(`${this.name} ${message.id}`);
    this.#messages.splice(this.#positionOf(message), 1);
    const others = (this.#groups.get(message.group) ?? 1) - 1;
    if (others > 0) this.#groups.set(message.group, others);
    else this.#groups.delete(message.group);
    if (message.receipt !== null) this.#held.delete(message.receipt);
  }

  /** Changes a message in place and moves it to its new position. */
  #change(message: HeldMessage, to: Partial<HeldMessage>): void {
    this.#keep({ ...message, ...to });
    this.#messages.splice(this.#positionOf(message), 1);
    if (message.receipt !== null) this.#held.delete(message.receipt);
    Object.assign(message, to);
    if (message.receipt !== null) this.#held.set(message.receipt, message);
    this.#insert(message);
  }

  #add(message: HeldMessage): void {
    this.#groups.set(message.group, (this.#groups.get(message.group) ?? 0) + 1);
    this.#insert(message);
  }

  #insert(message: HeldMessage): void {
    this.#messages.splice(this.#positionOf(message), 0, message);
  }

  #visibleCount(): number {
    return this.#positionOf({ visibleAt: this.#now(), order: Number.POSITIVE_INFINITY });
  }

  /** Returns the index of the message with this time and order, or the index at which to insert one. */
  #positionOf(place: Pick<SqsMessage, "visibleAt" | "order">): number {
    let low = 0;
    let high = this.#messages.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.#messages[middle];
      const before =
        at && (at.visibleAt < place.visibleAt || (at.visibleAt === place.visibleAt && at.order < place.order));
      if (before) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
