import type { Clock } from "../process/clock.ts";
import { AnswerFaults } from "./answer-faults.ts";
import type { LastingFault } from "./lasting-fault.ts";
import { MexFaults } from "./mex-faults.ts";
import { type QueryChoice, type QueryRefusal, type Refusal, takesIn } from "./refusals.ts";

const ALL_QUERIES: QueryChoice = { namespace: null, request: null, phone: null };

/** The currently active faults. */
export class Faults {
  /** Faults for queries in the newer format. */
  readonly mex: MexFaults;
  /** Faults for the answers to queries. */
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

  /** Starts a fault, or ends it immediately with 0 seconds. */
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

  /** Makes this many of the chosen queries come too soon after others; 0 turns it off. */
  setRateLimit(choice: QueryChoice, times: number): void {
    this.#rateLimit = { ...choice, times };
  }

  /** The refusal for a query; null if it is answered. Counts queries that come too soon. */
  queryRefusalOf(namespace: string, request: string, phone: string): Pick<QueryRefusal, "code"> | null {
    if (this.#rateLimit.times > 0 && takesIn(this.#rateLimit, namespace, request, phone)) {
      this.#rateLimit = { ...this.#rateLimit, times: this.#rateLimit.times - 1 };
      return { code: 429 };
    }
    const isRefused = this.isOn("refuse_queries") && takesIn(this.#queryRefusal, namespace, request, phone);
    return isRefused ? this.#queryRefusal : null;
  }

  /** Makes this many new group descriptions from linked devices come after someone else's; 0 turns it off. */
  setStaleDescriptions(times: number): void {
    this.#staleDescriptions = times;
  }

  /** Whether this description comes after someone else's; counts it. */
  takesStaleDescription(): boolean {
    if (this.#staleDescriptions === 0) return false;
    this.#staleDescriptions--;
    return true;
  }

  /** Makes this many settings changes from linked devices conflict with another one; 0 turns it off. */
  setConflicts(times: number): void {
    this.#conflicts = times;
  }

  /** Whether this change conflicts with another one; counts it. */
  takesConflict(): boolean {
    if (this.#conflicts === 0) return false;
    this.#conflicts--;
    return true;
  }

  /** Refuses logins from linked devices with this code. */
  beginLoginRefusal(forSeconds: number, code: number): void {
    this.begin("refuse_logins", forSeconds);
    this.#loginCode = code;
  }

  /** The code that refuses linked devices' logins; null if they can log in. */
  get loginRefusal(): number | null {
    return this.isOn("refuse_logins") ? this.#loginCode : null;
  }

  /** @param version the clients' version, such as `2.3000.1043857760`. */
  beginVersionRefusal(forSeconds: number, version: string): void {
    this.begin("refuse_version", forSeconds);
    this.#refusedVersion = version;
  }

  /** Whether clients with this version are refused, as the network does with old ones. */
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

  /** The refusal code for a message with these visible marks; null if it passes. */
  refusalOf(marks: readonly string[]): number | null {
    if (!this.isOn("refuse_messages")) return null;
    const { code, types, times } = this.#refusal;
    if (times === 0 || (types.length > 0 && !types.some((type) => marks.includes(type)))) return null;
    if (times !== null) this.#refusal = { code, types, times: times - 1 };
    return code;
  }
}
