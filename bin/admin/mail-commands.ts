import type { Admin } from "./connect.ts";
import type { AdminCommand } from "./options.ts";

/**
 * The operator command that lists the emails waiting on a single machine, either for the mail server or for someone to
 * pass on by hand.
 */
export const MAIL_COMMANDS = {
  mail: {
    about:
      "Prints the mails waiting on this machine, oldest first, with their codes. A code is only for the owner of the address; don't share it with anyone else. A mail disappears once it is sent or its code has expired.",
    usage: "",
    takes: [],
    run: waiting,
  },
} as const satisfies Record<string, AdminCommand>;

async function waiting(admin: Admin) {
  const mails = await admin.mails();
  return mails.map(({ to, subject, text, at, until }) => ({
    to,
    subject,
    code: /(?<!\d)\d{6}(?!\d)/.exec(subject)?.[0] ?? null,
    text,
    at,
    until,
  }));
}
