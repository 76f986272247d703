import { setTimeout } from "node:timers/promises";
import type { Log } from "../../core/ports.ts";
import { keepOn } from "../machine/keep-on.ts";
import type { Mailer } from "./mailer.ts";
import type { MailOutbox } from "./outbox.ts";

/** How often the outbox is checked; somebody may be waiting for a code. */
const LOOK_EVERY_MS = 1_000;
/** How often mails that are no longer useful are removed. */
const CLEAR_EVERY_LOOKS = 10;

/** Looks after the outbox while the gateway runs. */
export interface RunningMail {
  /** Returns the fault that keeps mail from being sent, as a sentence that anyone may read; null if there is none. */
  fault(): string | null;
  /** Waits for mails that are being sent. */
  stop(): Promise<void>;
}

/** Sends what waits in the outbox and removes what is no longer useful. @param mailer null means mails only wait. */
export function startMail(outbox: MailOutbox, mailer: Mailer | null, log: Log): RunningMail {
  const stopping = new AbortController();
  let looks = 0;

  async function look(): Promise<void> {
    if (looks++ % CLEAR_EVERY_LOOKS === 0) {
      const ended = await outbox.clear();
      if (ended > 0 && mailer) log.warn({ mails: ended }, "mails were never sent; their codes or links have ended");
    }
    await mailer?.look();
  }

  async function lookAndWait(): Promise<void> {
    try {
      await look();
    } catch (error) {
      // Only its code: a file's name contains no address, but an error's text can.
      log.warn({ code: (error as NodeJS.ErrnoException).code ?? "unknown" }, "the outbox could not be worked on");
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
