import { HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import { WorkBudget } from "./budget.ts";
import { Lru } from "./lru.ts";
import { withoutDevice } from "./network-ids.ts";

/**
 * How many of a writer's messages may fail to decrypt before we stop requesting copies. Each failure blocks the library
 * for everyone else for up to 0.2 s. docs/decisions/0128.
 */
export const FAILURES_A_WRITER = 20;
/** The interval at which we try another of the writer's messages, to find out whether decryption is working again. */
export const FAILURE_REFILL_MS = 10_000;
/**
 * How many copies we request on our own initiative from a writer whose messages are refused, and the delay before the
 * next request. docs/decisions/0128.
 */
const ASKS_A_WRITER = 5;
/**
 * How many of a writer's damaged messages (those whose decrypted bytes aren't a message) are reported individually.
 * docs/decisions/0128.
 */
export const DAMAGED_A_WRITER = 10;
/**
 * How many refused messages to remember per writer. Copies of them are requested once the writer's messages can be
 * decrypted again.
 */
const REFUSED_A_WRITER = 200;
const REFUSED_WRITERS = 100;

/** A stanza's attributes. */
export type Attributes = Record<string, string>;

/**
 * Counts messages that can't be decrypted, by writer. The counts are held in memory for as long as this process owns
 * the link.
 */
export class Writers {
  /** The budget for messages that can't be decrypted. */
  readonly failures: WorkBudget;
  /**
   * The budget for trying messages that start a new session once the writer's failure budget is spent. Only such a
   * message can make the writer's messages readable again.
   */
  readonly probes: WorkBudget;
  /** Limits how often a writer's failure budget is restored because a message was decrypted. */
  readonly recoveries: WorkBudget;
  /** The budget for messages whose decrypted bytes aren't a message. */
  readonly damaged: WorkBudget;
  /**
   * The budget for requesting copies of refused messages, to find out whether decryption of the writer's messages is
   * working again.
   */
  readonly asks: WorkBudget;
  /** Called when a writer's message is refused. */
  onRefused: (writer: string) => void = () => {};
  /** Limits how often refusals of a writer's messages are logged. */
  readonly reports: WorkBudget;
  readonly #refused = new Lru<Map<string, Attributes>>(REFUSED_WRITERS);
  #failed: Attributes | null = null;

  constructor(monotonicMs: () => number) {
    this.failures = new WorkBudget(FAILURES_A_WRITER, FAILURE_REFILL_MS, monotonicMs);
    this.probes = new WorkBudget(10, FAILURE_REFILL_MS, monotonicMs);
    this.recoveries = new WorkBudget(5, MINUTE_MS, monotonicMs);
    this.damaged = new WorkBudget(DAMAGED_A_WRITER, 5 * MINUTE_MS, monotonicMs);
    this.asks = new WorkBudget(ASKS_A_WRITER, HOUR_MS, monotonicMs);
    this.reports = new WorkBudget(1, HOUR_MS, monotonicMs);
  }

  /** Whether to try to decrypt a message. @param begins whether the message starts a new session with its writer. */
  mayTry(writer: string, begins: boolean): boolean {
    return !this.failures.isSpent(writer) || (begins && this.probes.spend(writer));
  }

  /** Remembers a refused message. */
  refuse(writer: string, stanza: Attributes): void {
    const refused = this.#refused.get(writer) ?? new Map<string, Attributes>();
    const id = stanza.id ?? "";
    refused.delete(id);
    refused.set(id, stanza);
    const [oldest] = refused.keys();
    if (refused.size > REFUSED_A_WRITER && oldest !== undefined) refused.delete(oldest);
    this.#refused.set(writer, refused);
    this.onRefused(writer);
  }

  /** The writers of the refused messages that are remembered. */
  get refusedWriters(): string[] {
    return [...this.#refused.keys()];
  }

  /** Returns the latest refused message that is remembered for a writer, or null if there is none. */
  newestRefused(writer: string): Attributes | null {
    return [...(this.#refused.get(writer)?.values() ?? [])].at(-1) ?? null;
  }

  /** Records a message that could not be decrypted. Only the latest one is remembered. */
  noteFailed(stanza: Attributes): void {
    this.#failed = stanza;
  }

  /** If the latest failed message has this ID, remembers it as refused. */
  refuseFailed(writer: string, id: string): void {
    if (this.#failed?.id === id) this.refuse(writer, this.#failed);
  }

  /**
   * Records that a message of this writer was decrypted. @returns the previously refused messages, if copies of them
   * may be requested.
   */
  recovered(writer: string): Attributes[] {
    const refused = [...(this.#refused.get(writer)?.values() ?? [])];
    const wasHeld = refused.length > 0 || this.failures.isSpent(writer);
    if (!wasHeld || !this.recoveries.spend(writer)) return [];
    this.failures.restore(writer);
    this.asks.restore(writer);
    this.#refused.delete(writer);
    return refused;
  }
}

/** Returns a stanza's writer: the ID of a person, regardless of the device they use. */
export const writerOf = ({ participant, from }: Partial<Attributes>): string =>
  withoutDevice(participant ?? from ?? "");
