import { isIP } from "node:net";
import * as z from "zod";
import type { SmtpSettings } from "../mail/smtp.ts";
import { addressMatcher, LOOPBACK } from "./serve-settings.ts";

/** The default ports of mail servers, by URL scheme. */
const PORTS = { "smtps:": 465, "smtp:": 587 } as const;

interface MailVariables {
  PUBLIC_URL?: string | undefined;
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}

/**
 * Reads the settings for how a team's gateway sends email from the environment. Messages about configuration faults
 * never quote SMTP_URL, which contains a password.
 * @returns an undefined `smtp` if emails wait for the operator.
 */
export function readMailSettings(env: MailVariables): { smtp?: SmtpSettings; faults: string[] } {
  const { SMTP_URL: address = "", PUBLIC_URL: publicUrl = "", MAIL_FROM: given = "" } = env;
  if (address === "")
    return { faults: given && publicUrl ? ["MAIL_FROM is set without SMTP_URL, but sending mail needs both"] : [] };
  if (publicUrl === "")
    return { faults: ["SMTP_URL is set without PUBLIC_URL, but only a gateway that serves a team sends mail"] };
  const from = given || `no-reply@${URL.canParse(publicUrl) ? new URL(publicUrl).hostname : ""}`;
  const faults: string[] = [];
  if (!isSender(from)) {
    faults.push(
      given
        ? "MAIL_FROM must be an email address such as gateway@example.com"
        : "MAIL_FROM must be set, because PUBLIC_URL has no domain to send mail from",
    );
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  const scheme = url?.protocol === "smtps:" || url?.protocol === "smtp:" ? url.protocol : null;
  if (url === null || scheme === null || url.hostname === "" || !/^\/?$/.test(url.pathname) || url.search || url.hash) {
    return {
      faults: [
        ...faults,
        "SMTP_URL must be a URL such as smtps://user:password@mail.example.com, with special characters in the password encoded as %XX",
      ],
    };
  }
  const login = loginOf(url);
  if (login === null)
    return {
      faults: [
        ...faults,
        "SMTP_URL must have both a user and a password, with special characters encoded as %XX, or neither",
      ],
    };
  if (faults.length > 0) return { faults };
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const tls = scheme === "smtps:" ? "at_once" : isThisMachine(host) ? "none" : "starttls";
  return { smtp: { host, port: Number(url.port || PORTS[scheme]), tls, ...login, from }, faults };
}

function loginOf({ username, password }: URL): Pick<SmtpSettings, "user" | "password"> | null {
  if (username === "" && password === "") return { user: null, password: null };
  if (username === "" || password === "") return null;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

/** Whether the mail server is on this machine, so that the connection to it can't be intercepted. */
const isThisMachine = (host: string) => host === "localhost" || (isIP(host) !== 0 && addressMatcher(LOOPBACK)(host));

/** Whether a text is a valid sender address. `no-reply@localhost` is also allowed, for experimenting. */
const isSender = (address: string) => z.email().safeParse(address).success || /^[\w.+-]+@localhost$/.test(address);
