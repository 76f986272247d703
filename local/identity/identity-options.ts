import type { Clock, Mail, Vault } from "../../core/ports.ts";
import type { Table } from "../../core/store/table.ts";

/** Input for the provider. */
export interface IdentityOptions {
  /** The gateway's address, without a trailing slash. */
  url: string;
  /**
   * Whether others than the machine's owner reach it. If so, nobody can look around without an account or read mail
   * here.
   */
  isForTeam: boolean;
  table: Table;
  /** Seals the provider's secrets in the table. */
  vault: Vault;
  /** The table's clock, by which it drops expired items; the provider itself uses the machine's. */
  clock: Clock;
  mail: Mail;
  /** Returns the mail written on this machine, newest first. @param address null means mail to anyone. */
  mailTo(address: string | null): Promise<{ to: string[]; subject: string; text: string; at: string }[]>;
  /** Ends a person's panel sessions after a new password. @param sub as the provider names the person. */
  endSessions(sub: string): Promise<void>;
}

/**
 * Returns the names of the provider's cookies. With TLS their prefixes make browsers refuse those that another host or
 * plain HTTP set.
 */
export function cookieNames({ url }: Pick<IdentityOptions, "url">) {
  const isSecure = url.startsWith("https:");
  return {
    session: isSecure ? "__Host-identity" : "_session",
    // Their path is the sign-in's own, which `__Host-` doesn't allow.
    interaction: isSecure ? "__Secure-interaction" : "_interaction",
    browser: isSecure ? "__Host-known" : "_known",
    resume: isSecure ? "__Secure-resume" : "_interaction_resume",
  };
}
