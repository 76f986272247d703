import { mkdirSync } from "node:fs";
import * as z from "zod";
import { dynamoTable } from "../core/aws/dynamo-table.ts";
import { parseEnv } from "../core/env.ts";
import { createLog } from "../core/log.ts";
import type { Log, Mail } from "../core/ports.ts";
import type { Table } from "../core/store/table.ts";
import { fileMail } from "./file-mail.ts";
import { once } from "./once.ts";

const TableEnv = z.object({ TABLE_NAME: z.string().min(1) });

/** Variables of the mail function alone. */
const MailEnv = z.object({
  /** The address mail comes from, verified in Amazon SES; empty: none is sent in AWS. */
  MAIL_FROM: z.string().default(""),
  /** Folder into which mail is written on one machine; empty: nothing is written. */
  MAIL_FOLDER: z.string().default(""),
});

/** Dependencies of the mail function. There are no others, so that its bundle holds no other client. */
export interface MailDeps {
  table: Table;
  log: Log;
  /** null: no mail is set up; the notice is on the bus and in the log only. */
  mail: Mail | null;
}

/** Built once per process. @throws when an environment variable is missing. */
export const mailDeps = once(
  (): MailDeps => ({
    table: dynamoTable(parseEnv(TableEnv, process.env).TABLE_NAME),
    log: createLog("functions"),
    mail: mailOf(process.env),
  }),
);

/** Chooses by the environment how mail is sent: into a folder, through SES, or not at all (null). */
export function mailOf(environment: Record<string, string | undefined>): Mail | null {
  const { MAIL_FROM: from, MAIL_FOLDER: folder } = MailEnv.parse(environment);
  if (folder) {
    mkdirSync(folder, { recursive: true });
    return fileMail(folder);
  }
  return from ? sesWhenNeeded(from) : null;
}

/** SES, whose client is loaded with the first mail: a gateway on one machine never needs it. */
function sesWhenNeeded(from: string): Mail {
  let loaded: Promise<Mail> | null = null;
  return {
    async send(message) {
      loaded ??= import("./ses-mail.ts").then(({ sesMail }) => sesMail(from));
      await (await loaded).send(message);
    },
  };
}
