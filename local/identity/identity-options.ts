import type { Clock, Mail } from "../../core/ports.ts";
import type { Table } from "../../core/store/table.ts";

/** Input for the provider. */
export interface IdentityOptions {
  /** The gateway's address, without a slash at the end. */
  url: string;
  table: Table;
  /** The table's clock, by which it drops what is too old; the provider itself uses the machine's. */
  clock: Clock;
  mail: Mail;
  /** The mail that was written on this machine, newest first. @param address null: to anybody. */
  mailTo(address: string | null): Promise<{ to: string[]; subject: string; text: string; at: string }[]>;
  /** Ends a person's sessions of the panel, for a new password. @param sub as the provider names them. */
  endSessions(sub: string): Promise<void>;
}
