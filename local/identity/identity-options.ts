import type { Clock, Mail } from "../../core/ports.ts";
import type { Table } from "../../core/store/table.ts";

/** Input for the provider. */
export interface IdentityOptions {
  /** The gateway's address, without a trailing slash. */
  url: string;
  table: Table;
  /** The table's clock, by which it drops expired items; the provider itself uses the machine's. */
  clock: Clock;
  mail: Mail;
  /** Returns the mail written on this machine, newest first. @param address null: to anyone. */
  mailTo(address: string | null): Promise<{ to: string[]; subject: string; text: string; at: string }[]>;
  /** Ends a person's panel sessions after a new password. @param sub as the provider names the person. */
  endSessions(sub: string): Promise<void>;
}
