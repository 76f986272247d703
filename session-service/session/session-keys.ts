import type { Owner } from "../../core/records/owner.ts";
import { type AuthStore, openAuthStore } from "../baileys/keys/auth-store.ts";
import type { KeepVersions } from "../baileys/keys/held-versions.ts";
import { WriteCount } from "../baileys/keys/key-rows.ts";
import { AuthStoreClosed } from "../baileys/keys/write-queue.ts";
import { parseOwnPhone } from "../baileys/shared/network-ids.ts";
import { type SessionCaches, sessionCaches } from "../baileys/shared/ttl-cache.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { jobWithQuarantine } from "../inbox/job-with-quarantine.ts";
import { journalJob } from "../inbox/replay-journal.ts";
import type { SessionDeps } from "../session-deps.ts";

/**
 * An instance's credentials, keys, and caches. They are loaded at startup. When a link ends, they are wiped and
 * recreated, because the cached devices, groups, and counters of one link would be wrong for the next link, which may
 * be to a different phone.
 */
export class SessionKeys {
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  readonly #onFenceLost: () => void;
  readonly #writes = new WriteCount();
  #store: AuthStore | null = null;
  #isClosed = false;
  #inbox: Inbox | null = null;
  /** Called and awaited before a link's keys are wiped, so work that uses the keys can finish. */
  beforeRenewal: () => Promise<void> = async () => {};
  /** Releases the instance's data key. */
  #dropKey: () => void = () => {};
  #caches: SessionCaches;

  constructor(deps: SessionDeps, owner: Owner, onFenceLost: () => void) {
    this.#deps = deps;
    this.#owner = owner;
    this.#onFenceLost = onFenceLost;
    this.#caches = sessionCaches(deps.monotonicMs);
  }

  /**
   * Loads the credentials and keys, and adds the job that stores messages received before a crash but not yet stored.
   */
  async load(inbox: Inbox): Promise<void> {
    this.#inbox = inbox;
    this.#keepKey();
    const store = await this.#open().catch((error) => {
      this.#dropKey();
      throw error;
    });
    const context = { deps: this.#deps, owner: this.#owner, store, inbox };
    void inbox.add(journalJob(context));
    const sweep = async () => void (store.isClosed() || (await store.journal.sweepOrphans()));
    void inbox.add(jobWithQuarantine(this.#deps, this.#owner, { kind: "journal_parts" }, sweep));
  }

  get store(): AuthStore {
    if (!this.#store) throw new Error("A session was used before its keys were loaded.");
    return this.#store;
  }

  /** The current link's caches. A connection continues to use the caches with which it was opened. */
  get caches(): SessionCaches {
    return this.#caches;
  }

  isLinked(): boolean {
    return this.#store?.isLinked() === true;
  }

  /** Returns the linked number's digits, or null if no phone is linked. */
  phone(): string | null {
    const id = this.#store?.creds.me?.id;
    return this.isLinked() && id !== undefined ? parseOwnPhone(id) : null;
  }

  /** Resolves when every write that has started is either durable or has failed. */
  async settled(): Promise<void> {
    await this.#store?.settled();
  }

  /**
   * Deletes all credentials and keys and creates new ones, which are stored once a phone is linked. @throws FenceLost
   */
  async renew(): Promise<void> {
    await this.beforeRenewal();
    await this.#store?.wipe();
    // Drop the data key and obtain it again, because the operator may replace it between two links.
    this.#dropKey();
    this.#keepKey();
    this.#caches = sessionCaches(this.#deps.monotonicMs);
    await this.#open();
  }

  /** Closes the store. From then on, no data is written, and the instance's data key is released. */
  close(): void {
    this.#isClosed = true;
    this.#store?.close();
    this.#dropKey();
  }

  #keepKey(): void {
    if (this.#isClosed) return;
    this.#dropKey = this.#deps.keepKey?.({ instance_id: this.#owner.instance_id }) ?? this.#dropKey;
  }

  async #open(): Promise<AuthStore> {
    const keepVersions: KeepVersions = (write) => this.#keepVersions(write);
    this.#store = await openAuthStore(this.#deps, this.#owner, this.#onFenceLost, this.#writes, keepVersions);
    return this.#store;
  }

  /**
   * Writes the versions of the phone's settings once the inbox has stored all changes up to those versions, which are
   * already queued.
   */
  #keepVersions(write: () => Promise<void>): void {
    const work = () =>
      write().catch((error: unknown) => {
        if (!(error instanceof AuthStoreClosed)) throw error; // the link is gone, and its settings with it
      });
    void this.#inbox?.add(jobWithQuarantine(this.#deps, this.#owner, { kind: "settings_version" }, work));
  }
}
