import { createTransport } from "nodemailer";
import type { WaitingMail } from "./outbox.ts";

/** The mail server that mails leave through, and the address that they come from. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** How the connection is protected. */
  tls: "at_once" | "starttls" | "none";
  user: string | null;
  password: string | null;
  /** The sender's address. */
  from: string;
}

/** Hands a mail for one address to the mail server. @throws an error with a code, and the number of a reply. */
export type SendMail = (mail: WaitingMail, to: string) => Promise<void>;

/** A server that answers more slowly than this counts as down; the mail is tried again. */
const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;

/**
 * Creates the sender of mails through a mail server. Certificates are checked by Node's usual authorities and those of
 * NODE_EXTRA_CA_CERTS.
 * @param ca the only certificates to trust, PEM; if absent, those that Node trusts.
 */
export function smtpSender({ host, port, tls, user, password, from }: SmtpSettings, ca?: string): SendMail {
  const transport = createTransport({
    host,
    port,
    secure: tls === "at_once",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user !== null && { auth: { user, pass: password ?? "" } }),
    ...(ca !== undefined && { tls: { ca } }),
  });
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return async (mail, to) => {
    if (!ONE_ADDRESS.test(to)) throw Object.assign(new Error("This is no single address."), { code: NO_ADDRESS });
    await transport.sendMail({
      envelope: { from, to: [to] },
      from: { name: "Messaging Gateway", address: from },
      to: { name: "", address: to },
      subject: mail.subject,
      text: mail.text,
      date: new Date(mail.at),
      // The same whenever it is sent again, so that a mailbox can recognise it.
      messageId: `<${mail.id}@${domain}>`,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  };
}

/** The library reads a text with a comma as two addresses, and one with angle brackets as a name and an address. */
const ONE_ADDRESS = /^[^\s@,:;<>()[\]\\"\p{Cc}]+@[^\s@,:;<>()[\]\\"\p{Cc}]+$/u;
const NO_ADDRESS = "ENOADDRESS";

/** How a failed attempt continues. */
export interface MailFailure {
  /** Whether the whole server fails, so that other mails would fail, too; if false, it refused this mail. */
  isOfServer: boolean;
  /** For the log: without the server's words, which may have an address in them. */
  code: string;
  /** The number of the server's reply; null if it gave none. */
  reply: number | null;
}

/** The library's errors that are caused by the server's answer to one mail, or by the mail itself. */
const OF_ONE_MAIL = new Set(["EENVELOPE", "EMESSAGE", NO_ADDRESS]);
/** The server closes the connection, for its own reasons. */
const CLOSES = 421;

/** Reads an error of the sender. */
export function mailFailure(error: unknown): MailFailure {
  const { code, responseCode } = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>;
  const reply = typeof responseCode === "number" ? responseCode : null;
  const known = typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : "unknown";
  return { isOfServer: !OF_ONE_MAIL.has(known) || reply === CLOSES, code: known, reply };
}
