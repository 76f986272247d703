import type { Clock } from "../process/clock.ts";
import { AnswerFaults } from "./answer-faults.ts";
import type { LastingFault } from "./lasting-fault.ts";
import { MexFaults } from "./mex-faults.ts";
import { type QueryChoice, type QueryRefusal, type Refusal, takesIn } from "./refusals.ts";

const ALL_QUERIES: QueryChoice = { namespace: null, request: null, phone: null };

/** The currently active faults. */
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

  /** Starts a fault, or ends it immediately if `forSeconds` is 0. */
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

  /** Refuses `times` matching queries as if they had been sent too soon after others. 0 turns this off. */
  setRateLimit(choice: QueryChoice, times: number): void {
    this.#rateLimit = { ...choice, times };
  }

  /**
   * Returns the refusal for a query, or null if the query is answered. Refusing a query as sent too soon uses up one of
   * the rate limit's refusals.
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
   * Treats `times` new group descriptions from linked devices as if someone else had just changed the description. 0
   * turns this off.
   */
  setStaleDescriptions(times: number): void {
    this.#staleDescriptions = times;
  }

  /**
   * Whether to treat this description as if someone else had just changed it. If so, this uses up one of the remaining
   * times.
   */
  takesStaleDescription(): boolean {
    if (this.#staleDescriptions === 0) return false;
    this.#staleDescriptions--;
    return true;
  }

  /** Makes `times` settings changes from linked devices conflict with another change. 0 turns this off. */
  setConflicts(times: number): void {
    this.#conflicts = times;
  }

  /**
   * Whether to treat this change as conflicting with another change. If so, this uses up one of the remaining times.
   */
  takesConflict(): boolean {
    if (this.#conflicts === 0) return false;
    this.#conflicts--;
    return true;
  }

  /** Refuses all logins from linked devices with this code. */
  beginLoginRefusal(forSeconds: number, code: number): void {
    this.begin("refuse_logins", forSeconds);
    this.#loginCode = code;
  }

  /** The code for refusing logins from linked devices, or null if they are accepted. */
  get loginRefusal(): number | null {
    return this.isOn("refuse_logins") ? this.#loginCode : null;
  }

  /** Refuses clients of a particular version. @param version such as `2.3000.1043857760`. */
  beginVersionRefusal(forSeconds: number, version: string): void {
    this.begin("refuse_version", forSeconds);
    this.#refusedVersion = version;
  }

  /** Whether clients with this version are refused, as the real network does with old ones. */
  refusesVersion(version: string): boolean {
    return this.isOn("refuse_version") && version === this.#refusedVersion;
  }

  isOn(fault: LastingFault): boolean {
    return (this.#until.get(fault) ?? 0) > this.#clock.now().getTime();
  }

  /** The delay in ms for every frame sent to a client. */
  get delayMs(): number {
    return this.isOn("delay") ? this.#delayMs : 0;
  }

  /** Returns the code for refusing a message with these visible marks, or null if it is accepted. */
  refusalOf(marks: readonly string[]): number | null {
    if (!this.isOn("refuse_messages")) return null;
    const { code, types, times } = this.#refusal;
    if (times === 0 || (types.length > 0 && !types.some((type) => marks.includes(type)))) return null;
    if (times !== null) this.#refusal = { code, types, times: times - 1 };
    return code;
  }
}
