import type { Clock, Mail, Vault } from "../../core/ports.ts";
import type { Table } from "../../core/store/table.ts";

/** Options for starting the identity provider. */
export interface IdentityOptions {
  /** The gateway's address, without a trailing slash. */
  url: string;
  /**
   * Whether people other than the machine's owner can reach the gateway. If so, nobody can look around without an
   * account or read emails in the browser.
   */
  isForTeam: boolean;
  table: Table;
  /** Encrypts the provider's secrets in the table. */
  vault: Vault;
  /** The table's clock, by which items expire. The provider itself uses the machine's clock. */
  clock: Clock;
  mail: Mail;
  /** Returns the emails written on this machine, newest first. @param address null for emails to anyone. */
  mailTo(address: string | null): Promise<{ to: string[]; subject: string; text: string; at: string }[]>;
  /** Ends a user's panel sessions after a password change. @param sub the user's id at the provider. */
  endSessions(sub: string): Promise<void>;
}

/**
 * Returns the names of the provider's cookies. With TLS, they have prefixes that make browsers reject cookies of that
 * name if they were set by another host or over plain HTTP.
 */
export function cookieNames({ url }: Pick<IdentityOptions, "url">) {
  const isSecure = url.startsWith("https:");
  return {
    session: isSecure ? "__Host-identity" : "_session",
    // These cookies are limited to the path of the sign-in, which `__Host-` doesn't allow.
    interaction: isSecure ? "__Secure-interaction" : "_interaction",
    browser: isSecure ? "__Host-known" : "_known",
    resume: isSecure ? "__Secure-resume" : "_interaction_resume",
  };
}
