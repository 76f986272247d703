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

/** Variables of the mail function alone. */
const MailEnv = z.object({
  /** The sender address, verified in Amazon SES; empty: AWS sends no mail. */
  MAIL_FROM: z.string().default(""),
  /** Folder to which mail is written on one machine; empty: nothing is written. */
  MAIL_FOLDER: z.string().default(""),
});

/** Dependencies of the mail function. There are no others, so that its bundle contains no other client. */
export interface MailDeps {
  table: Table;
  log: Log;
  /** null if no mail is set up, so the notice is only on the bus and in the log. */
  mail: Mail | null;
}

/** Built once per process. @throws if an environment variable is missing. */
export const mailDeps = once(
  (): MailDeps => ({
    table: dynamoTable(parseEnv(TableEnv, process.env).TABLE_NAME),
    log: runtime.log,
    mail: mailOf(process.env),
  }),
);

/** Chooses from the environment how mail is sent: to a folder, through SES, or not at all (null). */
export function mailOf(environment: Record<string, string | undefined>): Mail | null {
  const { MAIL_FROM: from, MAIL_FOLDER: folder } = MailEnv.parse(environment);
  if (folder) {
    mkdirSync(folder, { recursive: true });
    return fileMail(folder);
  }
  return from ? sesWhenNeeded(from) : null;
}

/** Mail through SES, whose client is loaded with the first mail, because a gateway on one machine never needs it. */
function sesWhenNeeded(from: string): Mail {
  let loaded: Promise<Mail> | null = null;
  return {
    async send(message) {
      loaded ??= import("./ses-mail.ts").then(({ sesMail }) => sesMail(from));
      await (await loaded).send(message);
    },
  };
}
