import type { Log } from "../../core/ports.ts";
import type { MailOutbox, WaitingMail } from "./outbox.ts";
import { type MailFailure, mailFailure, type SendMail } from "./smtp.ts";

/** The waits after the server's first, second, … consecutive failure. The last wait is repeated. */
const SERVER_WAITS_MS = [5_000, 10_000, 20_000, 40_000, 60_000];
/** The waits between attempts to send an email that the server refuses while it accepts other emails. */
const MAIL_WAITS_MS = [30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000];
/** The number of consecutive failures after which an error is logged and `/health` shows a warning. */
const TOLD_AFTER = 5;
/** How many emails to send in parallel, so a slow receiver doesn't delay other emails. */
const AT_A_TIME = 4;

/** Sends the emails that are waiting in the outbox. */
export interface Mailer {
  /** Sends the emails that are due now, and resolves once each of them has been sent or has failed. */
  look(): Promise<void>;
  /**
   * Describes the mail server's fault in a sentence that anyone may read. Returns null if there is no fault or only a
   * recent one.
   */
  fault(): string | null;
}

/**
 * Creates the mailer. It sends the emails in the outbox, oldest first, and retries each until it is sent or no longer
 * useful. An email is recorded as sent once the server has accepted it. If the process ends in between, the email is
 * sent twice.
 */
export function mailer(deps: { outbox: MailOutbox; send: SendMail; log: Log; nowMs: () => number }): Mailer {
  const { outbox, send, log, nowMs } = deps;
  const refused = new Map<string, { tries: number; nextMs: number }>();
  /**
   * Emails that were sent but couldn't be recorded as sent, for instance because the disk is full. They must not be
   * sent again.
   */
  const left = new Set<string>();
  let failures = 0;
  let pausedUntilMs = 0;

  async function look(): Promise<void> {
    if (nowMs() < pausedUntilMs) return;
    const waiting = await outbox.waiting();
    const ids = new Set(waiting.map(({ id }) => id));
    for (const id of refused.keys()) if (!ids.has(id)) refused.delete(id);
    const due = waiting.filter(({ id }) => (refused.get(id)?.nextMs ?? 0) <= nowMs());
    const next = due.values(); // shared by the runs below
    await Promise.all(Array.from({ length: AT_A_TIME }, () => sendEach(next)));
  }

  async function sendEach(next: Iterator<WaitingMail>): Promise<void> {
    for (let one = next.next(); !one.done && nowMs() >= pausedUntilMs; one = next.next()) await sendOne(one.value);
  }

  async function sendOne(mail: WaitingMail): Promise<void> {
    const [to, ...others] = mail.to;
    if (to !== undefined && others.length > 0) return outbox.split(mail);
    if (to !== undefined && !left.has(mail.id)) {
      try {
        await send(mail, to);
      } catch (error) {
        return failed(mail.id, mailFailure(error));
      }
      if (failures > 0) log.info({ failures }, "mail is being sent again");
      failures = 0;
      refused.delete(mail.id);
    }
    left.add(mail.id);
    await outbox.hasLeft(mail.id);
    left.delete(mail.id);
  }

  function failed(mail_id: string, { isOfServer, ...fields }: MailFailure): void {
    if (!isOfServer) {
      const tries = (refused.get(mail_id)?.tries ?? 0) + 1;
      refused.set(mail_id, { tries, nextMs: nowMs() + waitAfter(MAIL_WAITS_MS, tries) });
      log.warn({ mail_id, ...fields, tries }, "the mail server refused a mail, which will be retried");
      return;
    }
    if (nowMs() < pausedUntilMs) return; // another one failed at the same time
    failures++;
    pausedUntilMs = nowMs() + waitAfter(SERVER_WAITS_MS, failures);
    if (failures < TOLD_AFTER) log.warn({ ...fields, failures }, "mail could not be sent and will be retried");
    else
      log.error({ ...fields, failures }, "no mail is being sent, so sign-in codes and invitations are not delivered");
  }

  return { look, fault: () => (failures < TOLD_AFTER ? null : FAULT) };
}

const FAULT = "No mail is being sent, because the mail server can't be reached or refuses the gateway.";

const waitAfter = (waits: readonly number[], tries: number) => waits[Math.min(tries, waits.length) - 1] ?? 0;
