import type { Clock } from "../process/clock.ts";
import { AnswerFaults } from "./answer-faults.ts";
import type { LastingFault } from "./lasting-fault.ts";
import { MexFaults } from "./mex-faults.ts";
import { type QueryChoice, type QueryRefusal, type Refusal, takesIn } from "./refusals.ts";

const ALL_QUERIES: QueryChoice = { namespace: null, request: null, phone: null };

/** The faults that are currently active. */
export class Faults {
  /** Faults for queries in the newer (MEX) format. */
  readonly mex: MexFaults;
  /** Faults in the answers to queries. */
  readonly answers: AnswerFaults;
  readonly #clock: Clock;
  readonly #until = new Map<LastingFault, number>();
  #delayMs = 0;
  #refusedVersion = "";
  #loginCode = 401;
  #refusal: Refusal = { code: 479, types: [], times: null };

  #queryRefusal: QueryRefusal = { code: 429, ...ALL_QUERIES };
  #rateLimit: QueryChoice & { times: number } = { ...ALL_QUERIES, times: 0 };
  #conflicts = 0;
  #staleDescriptions = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.mex = new MexFaults(clock);
    this.answers = new AnswerFaults(clock);
  }

  /** Starts a fault; with 0 seconds, ends it immediately. */
  begin(fault: LastingFault, forSeconds: number): void {
    this.#until.set(fault, this.#clock.now().getTime() + forSeconds * 1000);
  }

  /** Delays every frame that is sent to a client. */
  beginDelay(forSeconds: number, milliseconds: number): void {
    this.begin("delay", forSeconds);
    this.#delayMs = milliseconds;
  }

  beginRefusal(forSeconds: number, refusal: Refusal): void {
    this.begin("refuse_messages", forSeconds);
    this.#refusal = refusal;
  }

  beginQueryRefusal(forSeconds: number, refusal: QueryRefusal): void {
    this.begin("refuse_queries", forSeconds);
    this.#queryRefusal = refusal;
  }

  /** Refuses the given number of chosen queries as if they were sent too soon after others; 0 turns this off. */
  setRateLimit(choice: QueryChoice, times: number): void {
    this.#rateLimit = { ...choice, times };
  }

  /**
   * Returns the refusal for a query; null if the query is answered. A query that is refused as sent too soon counts
   * against the rate limit's number.
   */
  queryRefusalOf(namespace: string, request: string, phone: string): Pick<QueryRefusal, "code"> | null {
    if (this.#rateLimit.times > 0 && takesIn(this.#rateLimit, namespace, request, phone)) {
      this.#rateLimit = { ...this.#rateLimit, times: this.#rateLimit.times - 1 };
      return { code: 429 };
    }
    const isRefused = this.isOn("refuse_queries") && takesIn(this.#queryRefusal, namespace, request, phone);
    return isRefused ? this.#queryRefusal : null;
  }

  /**
   * Treats the given number of new group descriptions from linked devices as if someone else had changed the
   * description just before; 0 turns this off.
   */
  setStaleDescriptions(times: number): void {
    this.#staleDescriptions = times;
  }

  /**
   * Whether this description is treated as if someone else had changed it just before. If so, it counts against the
   * number.
   */
  takesStaleDescription(): boolean {
    if (this.#staleDescriptions === 0) return false;
    this.#staleDescriptions--;
    return true;
  }

  /** Makes the given number of settings changes from linked devices conflict with another change; 0 turns this off. */
  setConflicts(times: number): void {
    this.#conflicts = times;
  }

  /** Whether this change is treated as conflicting with another one. If so, it counts against the number. */
  takesConflict(): boolean {
    if (this.#conflicts === 0) return false;
    this.#conflicts--;
    return true;
  }

  /** Refuses all logins from linked devices with the given code. */
  beginLoginRefusal(forSeconds: number, code: number): void {
    this.begin("refuse_logins", forSeconds);
    this.#loginCode = code;
  }

  /** The code with which logins from linked devices are refused; null if they are accepted. */
  get loginRefusal(): number | null {
    return this.isOn("refuse_logins") ? this.#loginCode : null;
  }

  /** Refuses clients of one version. @param version such as `2.3000.1043857760`. */
  beginVersionRefusal(forSeconds: number, version: string): void {
    this.begin("refuse_version", forSeconds);
    this.#refusedVersion = version;
  }

  /** Whether clients of this version are refused, as the real network refuses old ones. */
  refusesVersion(version: string): boolean {
    return this.isOn("refuse_version") && version === this.#refusedVersion;
  }

  isOn(fault: LastingFault): boolean {
    return (this.#until.get(fault) ?? 0) > this.#clock.now().getTime();
  }

  /** The delay of every frame that is sent to a client, in ms. */
  get delayMs(): number {
    return this.isOn("delay") ? this.#delayMs : 0;
  }

  /** Returns the code with which a message with these visible marks is refused; null if it is accepted. */
  refusalOf(marks: readonly string[]): number | null {
    if (!this.isOn("refuse_messages")) return null;
    const { code, types, times } = this.#refusal;
    if (times === 0 || (types.length > 0 && !types.some((type) => marks.includes(type)))) return null;
    if (times !== null) this.#refusal = { code, types, times: times - 1 };
    return code;
  }
}
