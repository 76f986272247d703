import { ALL_WA_PATCH_NAMES, type WAPatchName } from "@whiskeysockets/baileys";
import { HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import type { InstanceId } from "../../../core/contracts/ids.ts";
import type { Clock, Log } from "../../../core/ports.ts";
import type { FewAtOnce } from "../../process/few-at-once.ts";
import type { SettingMemory } from "../keys/setting-memory.ts";
import { SettingsNotReady } from "../shared/network-refusals.ts";

/** The collections to read, determined only when it's their turn. */
type Names = () => Iterable<WAPatchName> | Promise<Iterable<WAPatchName>>;

/** Dependencies of a schedule. */
interface ScheduleTools {
  clock: Clock;
  log: Log;
  instance: InstanceId;
  memory: SettingMemory;
  /** Ensures that only one read or change runs at a time. */
  turns: FewAtOnce;
  /**
   * Reads collections. Resolves once their changes are stored. @returns failures by collection. @throws if the network
   * doesn't respond.
   */
  read(names: ReadonlySet<WAPatchName>): Promise<Map<WAPatchName, unknown>>;
  /** Returns the collections that have never been read. */
  unread(): Promise<WAPatchName[]>;
}

/**
 * The phone shares its settings shortly after being linked. If this time has passed, we query them ourselves, because
 * the library sometimes doesn't.
 */
const FIRST_READ_MS = MINUTE_MS;
/**
 * The delays between retries of a failed read. After the last retry, the network is not queried until the next
 * connection.
 */
const RETRY_MS = [MINUTE_MS, HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS];

/**
 * Decides when to read the phone's settings over one connection: on notifications, at the start, and after failures.
 */
export class SettingsSchedule {
  readonly #tools: ScheduleTools;
  readonly #closed = new AbortController();
  #isPlanned = false;

  constructor(tools: ScheduleTools) {
    this.#tools = tools;
  }

  /** Ends the schedule because the connection has closed. Collections that are due are read on the next connection. */
  close(): void {
    this.#closed.abort();
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  /**
   * Reads the given collections, plus those that are due. Never rejects. Collections that could not be read stay due.
   */
  async read(names: Names): Promise<void> {
    const { turns, memory } = this.#tools;
    await turns.run(async () => {
      try {
        for (const name of await names()) memory.due.add(name);
        if (memory.due.size > 0) await this.#readDue();
      } catch (error) {
        this.#readLater(error);
      }
    });
  }

  /** Reads any collections that are due. */
  async readDue(): Promise<void> {
    if (this.#tools.memory.due.size > 0) await this.read(() => []);
  }

  /** Reads the due collections a minute from now, to find out whether our change was made. */
  readDueShortly(): void {
    if (this.#tools.memory.due.size > 0) void this.#readAfter(MINUTE_MS, () => []);
  }

  /**
   * Reads everything once per period of ownership, in case the previous owner died between making a change and
   * recording it.
   */
  async catchUp(): Promise<void> {
    const { memory, unread } = this.#tools;
    const missing = await unread();
    if (missing.length > 0) void this.#readAfter(FIRST_READ_MS, unread);
    const isFirst = !memory.wasRead && missing.length < ALL_WA_PATCH_NAMES.length;
    memory.wasRead = true;
    memory.failures = 0;
    if (isFirst) await this.read(() => ALL_WA_PATCH_NAMES);
    else await this.readDue();
  }

  async #readDue(): Promise<void> {
    const { memory, read } = this.#tools;
    const asked = new Set(memory.due);
    const failures = await read(asked);
    for (const name of asked) if (!failures.has(name)) memory.due.delete(name);
    // Collections that lack a key are read once the phone sends it.
    const lasting = [...failures.values()].filter((failure) => !(failure instanceof SettingsNotReady));
    if (lasting.length > 0) this.#readLater(lasting[0]);
    else memory.failures = 0;
  }

  /** Schedules another attempt for later, unless one is already scheduled. */
  #readLater(error: unknown): void {
    if (this.isClosed || this.#isPlanned) return;
    const { memory, log, instance } = this.#tools;
    const waitMs = RETRY_MS[memory.failures++];
    const fields = { instance_id: instance, collections: [...memory.due], error: String(error) };
    log.warn({ ...fields, tries_again: waitMs !== undefined }, "the phone's settings could not be read");
    if (waitMs === undefined) return;
    this.#isPlanned = true;
    void this.#readAfter(waitMs, () => {
      this.#isPlanned = false;
      return [];
    });
  }

  async #readAfter(waitMs: number, names: Names): Promise<void> {
    const { clock } = this.#tools;
    await clock.until(new Date(clock.now().getTime() + waitMs), this.#closed.signal);
    if (!this.isClosed) await this.read(names);
  }
}
