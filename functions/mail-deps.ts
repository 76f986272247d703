import { mkdirSync } from "node:fs";
import * as z from "zod";
import { dynamoTable } from "../core/aws/dynamo-table.ts";
import { parseEnv } from "../core/env.ts";
import type { Log, Mail } from "../core/ports.ts";
import type { Table } from "../core/store/table.ts";
import { fileMail } from "./file-mail.ts";
import { once } from "./once.ts";
import { runtime } from "./runtime.ts";

const TableEnv = z.object({ TABLE_NAME: z.string().min(1) });

/** Environment variables used only by the mail function. */
const MailEnv = z.object({
  /** The sender address, which must be verified in Amazon SES. If empty, no email is sent from AWS. */
  MAIL_FROM: z.string().default(""),
  /** The folder to which a gateway on a single machine writes emails. If empty, no emails are written. */
  MAIL_FOLDER: z.string().default(""),
});

/**
 * Dependencies of the mail function. They are kept separate so that the function's bundle doesn't contain unneeded
 * clients.
 */
export interface MailDeps {
  table: Table;
  log: Log;
  /** Null if email isn't configured. In that case, notices appear only on the bus and in the log. */
  mail: Mail | null;
}

/** The dependencies, built once per process. @throws if an environment variable is missing. */
export const mailDeps = once(
  (): MailDeps => ({
    table: dynamoTable(parseEnv(TableEnv, process.env).TABLE_NAME),
    log: runtime.log,
    mail: mailOf(process.env),
  }),
);

/** Determines from the environment how emails are sent: to a folder, through SES, or not at all (null). */
export function mailOf(environment: Record<string, string | undefined>): Mail | null {
  const { MAIL_FROM: from, MAIL_FOLDER: folder } = MailEnv.parse(environment);
  if (folder) {
    mkdirSync(folder, { recursive: true });
    return fileMail(folder);
  }
  return from ? sesWhenNeeded(from) : null;
}

/**
 * Sends emails through SES. The client is only loaded when the first email is sent, because a gateway on a single
 * machine never needs it.
 */
function sesWhenNeeded(from: string): Mail {
  let loaded: Promise<Mail> | null = null;
  return {
    async send(message) {
      loaded ??= import("./ses-mail.ts").then(({ sesMail }) => sesMail(from));
      await (await loaded).send(message);
    },
  };
}
