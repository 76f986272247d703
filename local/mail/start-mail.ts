import { setTimeout } from "node:timers/promises";
import type { Log } from "../../core/ports.ts";
import { keepOn } from "../machine/keep-on.ts";
import type { Mailer } from "./mailer.ts";
import type { MailOutbox } from "./outbox.ts";

/** How often to check the outbox. The interval is short, because someone may be waiting for a code. */
const LOOK_EVERY_MS = 1_000;
/** How many checks pass between deletions of emails that are no longer useful. */
const CLEAR_EVERY_LOOKS = 10;

/** Processes the outbox while the gateway is running. */
export interface RunningMail {
  /**
   * Describes what prevents emails from being sent, in a sentence that anyone may read. Returns null if nothing does.
   */
  fault(): string | null;
  /** Stops the processing once the emails being sent at that time have been sent or have failed. */
  stop(): Promise<void>;
}

/**
 * Sends the emails in the outbox and deletes those that are no longer useful. @param mailer null if emails are not
 * sent, only stored for reading.
 */
export function startMail(outbox: MailOutbox, mailer: Mailer | null, log: Log): RunningMail {
  const stopping = new AbortController();
  let looks = 0;

  async function look(): Promise<void> {
    if (looks++ % CLEAR_EVERY_LOOKS === 0) {
      const ended = await outbox.clear();
      if (ended > 0 && mailer)
        log.warn({ mails: ended }, "some mails were never sent; their codes or links have expired");
    }
    await mailer?.look();
  }

  async function lookAndWait(): Promise<void> {
    try {
      await look();
    } catch (error) {
      // Only log the error's code. File names don't contain addresses, but an error message can.
      log.warn({ code: (error as NodeJS.ErrnoException).code ?? "unknown" }, "the outbox could not be processed");
    }
    await setTimeout(LOOK_EVERY_MS, undefined, { signal: stopping.signal });
  }

  const ended = keepOn(lookAndWait, stopping.signal, () => {}); // it has logged its own failure
  return {
    fault: () => mailer?.fault() ?? null,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
