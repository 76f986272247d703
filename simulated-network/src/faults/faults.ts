import type { Clock } from "../process/clock.ts";
import { AnswerFaults } from "./answer-faults.ts";
import type { LastingFault } from "./lasting-fault.ts";
import { MexFaults } from "./mex-faults.ts";
import { type QueryChoice, type QueryRefusal, type Refusal, takesIn } from "./refusals.ts";

const ALL_QUERIES: QueryChoice = { namespace: null, request: null, phone: null };

/** The faults that are on at the moment. */
export class Faults {
  /** For queries in the newer format. */
  readonly mex: MexFaults;
  /** For the answers of queries. */
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

  /** Starts a fault, or ends it at once with 0 seconds. */
  begin(fault: LastingFault, forSeconds: number): void {
    this.#until.set(fault, this.#clock.now().getTime() + forSeconds * 1000);
  }

  /** Delays every frame to a client. */
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

  /** The next of these queries, this many, come too soon after others; 0 = none any more. */
  setRateLimit(choice: QueryChoice, times: number): void {
    this.#rateLimit = { ...choice, times };
  }

  /** The refusal for a query; null when it is answered. Counts those that come too soon. */
  queryRefusalOf(namespace: string, request: string, phone: string): Pick<QueryRefusal, "code"> | null {
    if (this.#rateLimit.times > 0 && takesIn(this.#rateLimit, namespace, request, phone)) {
      this.#rateLimit = { ...this.#rateLimit, times: this.#rateLimit.times - 1 };
      return { code: 429 };
    }
    const isRefused = this.isOn("refuse_queries") && takesIn(this.#queryRefusal, namespace, request, phone);
    return isRefused ? this.#queryRefusal : null;
  }

  /** The next new descriptions of groups by linked devices come after somebody else's; 0 = none any more. */
  setStaleDescriptions(times: number): void {
    this.#staleDescriptions = times;
  }

  /** Whether this description comes after somebody else's; counts it. */
  takesStaleDescription(): boolean {
    if (this.#staleDescriptions === 0) return false;
    this.#staleDescriptions--;
    return true;
  }

  /** The next changes of settings by linked devices meet another one; 0 = none any more. */
  setConflicts(times: number): void {
    this.#conflicts = times;
  }

  /** Whether this change meets another one; counts it. */
  takesConflict(): boolean {
    if (this.#conflicts === 0) return false;
    this.#conflicts--;
    return true;
  }

  /** Refuses the logins of linked devices with this code. */
  beginLoginRefusal(forSeconds: number, code: number): void {
    this.begin("refuse_logins", forSeconds);
    this.#loginCode = code;
  }

  /** The code for logins of linked devices; null: they may log in. */
  get loginRefusal(): number | null {
    return this.isOn("refuse_logins") ? this.#loginCode : null;
  }

  /** @param version of clients, as `2.3000.1043857760`. */
  beginVersionRefusal(forSeconds: number, version: string): void {
    this.begin("refuse_version", forSeconds);
    this.#refusedVersion = version;
  }

  /** Whether clients of this version are refused, as the network does with old ones. */
  refusesVersion(version: string): boolean {
    return this.isOn("refuse_version") && version === this.#refusedVersion;
  }

  isOn(fault: LastingFault): boolean {
    return (this.#until.get(fault) ?? 0) > this.#clock.now().getTime();
  }

  /** The delay of every frame to a client. */
  get delayMs(): number {
    return this.isOn("delay") ? this.#delayMs : 0;
  }

  /** The code for a message with these visible marks; null when it passes. */
  refusalOf(marks: readonly string[]): number | null {
    if (!this.isOn("refuse_messages")) return null;
    const { code, types, times } = this.#refusal;
    if (times === 0 || (types.length > 0 && !types.some((type) => marks.includes(type)))) return null;
    if (times !== null) this.#refusal = { code, types, times: times - 1 };
    return code;
  }
}
