import { createTransport } from "nodemailer";
import type { WaitingMail } from "./outbox.ts";

/** The mail server that sends the emails, and their sender address. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** How the connection is encrypted. */
  tls: "at_once" | "starttls" | "none";
  user: string | null;
  password: string | null;
  /** The sender address. */
  from: string;
}

/** Passes an email for one address to the mail server. @throws an error with a code and the server's reply code. */
export type SendMail = (mail: WaitingMail, to: string) => Promise<void>;

/** The timeouts after which a slow server counts as down. The email is then retried later. */
const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;

/**
 * Creates a function that sends emails through a mail server. Certificates are verified against Node's usual
 * authorities and those in NODE_EXTRA_CA_CERTS.
 * @param ca the only certificates to trust, in PEM format. Defaults to those that Node trusts.
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
    if (!ONE_ADDRESS.test(to)) throw Object.assign(new Error("This is not a single address."), { code: NO_ADDRESS });
    await transport.sendMail({
      envelope: { from, to: [to] },
      from: { name: "Messaging Gateway", address: from },
      to: { name: "", address: to },
      subject: mail.subject,
      text: mail.text,
      date: new Date(mail.at),
      // The ID stays the same if the email is sent again, so that a mailbox can detect the duplicate.
      messageId: `<${mail.id}@${domain}>`,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  };
}

/**
 * Matches a single bare address. The library would parse a text with a comma as two addresses, and a text with angle
 * brackets as a name and an address.
 */
const ONE_ADDRESS = /^[^\s@,:;<>()[\]\\"\p{Cc}]+@[^\s@,:;<>()[\]\\"\p{Cc}]+$/u;
const NO_ADDRESS = "ENOADDRESS";

/** A failed attempt to send an email, with the information needed to decide how to continue. */
export interface MailFailure {
  /**
   * Whether the server as a whole is failing, so that other emails would fail too. If not, the server only refused this
   * email.
   */
  isOfServer: boolean;
  /** The error code for the log. Excludes the server's own text, which may contain an address. */
  code: string;
  /** The server's reply code, or null if there was no reply. */
  reply: number | null;
}

/** Library errors caused by the server's reply to a single email, or by the email itself. */
const OF_ONE_MAIL = new Set(["EENVELOPE", "EMESSAGE", NO_ADDRESS]);
/** The reply code a server sends when it closes the connection on its own initiative. */
const CLOSES = 421;

/** Interprets an error thrown while sending. */
export function mailFailure(error: unknown): MailFailure {
  const { code, responseCode } = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>;
  const reply = typeof responseCode === "number" ? responseCode : null;
  const known = typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : "unknown";
  return { isOfServer: !OF_ONE_MAIL.has(known) || reply === CLOSES, code: known, reply };
}
