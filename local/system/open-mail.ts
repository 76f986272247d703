import { createLog } from "../../core/log.ts";
import { mailer } from "../mail/mailer.ts";
import { mailOutbox } from "../mail/outbox.ts";
import { smtpSender } from "../mail/smtp.ts";
import { type RunningMail, startMail } from "../mail/start-mail.ts";
import type { Settings } from "./settings.ts";

/** Opens the outbox of a gateway that serves a team. Must be called before any email is written. */
export async function openMail({ smtp }: Settings, folder: string): Promise<RunningMail> {
  const outbox = mailOutbox(folder, Date.now);
  await outbox.open();
  const log = createLog("mail");
  const sending = smtp ? mailer({ outbox, send: smtpSender(smtp), log, nowMs: Date.now }) : null;
  return startMail(outbox, sending, log);
}
