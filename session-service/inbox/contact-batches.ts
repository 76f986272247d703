import type { ContactChange } from "../baileys/settings/contact-change.ts";
import { inParallel } from "../process/in-parallel.ts";
import type { Inbox } from "./inbox.ts";
import type { Job } from "./job.ts";

/** The number of people whose changes are stored concurrently. */
const AT_ONCE = 16;
/** The maximum number of changes in one batch. It is small, so that the jobs behind a batch don't have to wait long. */
const BATCH = 100;

interface Batch {
  changes: ContactChange[];
  stored: Promise<void>;
}

/**
 * Combines contact changes that arrive in quick succession into one inbox job, which stores the changes for different
 * people concurrently. A new link brings in a whole address book, and messages are waiting behind it.
 */
export class ContactBatches {
  readonly #inbox: Pick<Inbox, "add" | "finish">;
  readonly #jobOf: (change: ContactChange) => Job;
  #open: Batch | null = null;

  /** @param jobOf creates the job that stores one change, or quarantines it. */
  constructor(inbox: Pick<Inbox, "add" | "finish">, jobOf: (change: ContactChange) => Job) {
    this.#inbox = inbox;
    this.#jobOf = jobOf;
  }

  /** Adds a change. Resolves when its batch is stored. Never settles if the inbox is stopped before that. */
  add(change: ContactChange): Promise<void> {
    if (this.#open && this.#open.changes.length < BATCH) {
      this.#open.changes.push(change);
      return this.#open.stored;
    }
    const changes = [change];
    this.#open = { changes, stored: this.#inbox.add(this.#batchJob(changes)) };
    return this.#open.stored;
  }

  /** Closes the batch, because another job is about to enter the inbox and must come after the changes added so far. */
  close(): void {
    this.#open = null;
  }

  #batchJob(changes: ContactChange[]): Job {
    const work = async () => {
      if (this.#open?.changes === changes) this.#open = null;
      const people = [...Map.groupBy(changes, ({ contact }) => contact).values()];
      await inParallel(AT_ONCE, people, (theirs) => this.#inOrder(theirs));
    };
    // Changes are quarantined one by one rather than as a batch.
    return { what: "contact_changes", work, quarantine: async () => {} };
  }

  async #inOrder(changes: ContactChange[]): Promise<void> {
    for (const change of changes) await this.#inbox.finish(this.#jobOf(change));
  }
}
