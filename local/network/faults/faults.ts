import type { Clock } from "../../../core/ports.ts";
import type { LastingFault } from "./lasting-fault.ts";
import type { QueryRefusal, Refusal } from "./refusals.ts";

/** The faults that are on at the moment. */
export class Faults {
  readonly #clock: Clock;
  readonly #until = new Map<LastingFault, number>();
  #delayMs = 0;
  #refusedVersion = "";
  #loginCode = 401;
  #refusal: Refusal = { code: 479, types: [], times: null };

  #queryRefusal: QueryRefusal = { code: 429, namespace: null };
  #silentNamespace: string | null = null;
  #conflicts = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a fault, or ends it at once with 0 seconds. */
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

  /** The refusal for a query of this namespace; null when it is answered. */
  queryRefusalOf(namespace: string): QueryRefusal | null {
    const { namespace: refused } = this.#queryRefusal;
    return this.isOn("refuse_queries") && (refused === null || refused === namespace) ? this.#queryRefusal : null;
  }

  /** Queries of this namespace (null: all) are carried out, and nobody hears of it. */
  beginSilence(forSeconds: number, namespace: string | null): void {
    this.begin("silent_queries", forSeconds);
    this.#silentNamespace = namespace;
  }

  /** Whether the answer of a query of this namespace is dropped. */
  isSilent(namespace: string): boolean {
    return this.isOn("silent_queries") && [null, namespace].includes(this.#silentNamespace);
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
