import type { Mail } from "../../core/ports.ts";
import type { Table } from "../../core/store/table.ts";

/** Input for the provider. */
export interface IdentityOptions {
  /** The gateway's address, without a slash at the end. */
  url: string;
  table: Table;
  mail: Mail;
  /** The mail that was written on this machine, newest first. */
  mailTo(address: string): Promise<{ subject: string; text: string; at: string }[]>;
  /** Ends a person's sessions of the panel, after a new password. @param sub as the provider names them. */
  endSessions(sub: string): Promise<void>;
}
