import { mkdirSync } from "node:fs";
import * as z from "zod";
import { dynamoTable } from "../core/aws/dynamo-table.ts";
import { parseEnv } from "../core/env.ts";
import { createLog } from "../core/log.ts";
import type { Log, Mail } from "../core/ports.ts";
import type { Table } from "../core/store/table.ts";
import { fileMail } from "./file-mail.ts";

const TableEnv = z.object({ TABLE_NAME: z.string().min(1) });

/** Variables of the mail function alone. */
const MailEnv = z.object({
  /** The address mail comes from, verified in Amazon SES; empty: none is sent in AWS. */
  MAIL_FROM: z.string().default(""),
  /** Folder into which mail is written on one machine; empty: nothing is written. */
  MAIL_FOLDER: z.string().default(""),
});

/** What the mail function works with, and nothing else, so that its bundle holds no other client. */
export interface MailDeps {
  table: Table;
  log: Log;
  /** null: none is set up, the bus and the log alone have the notice. */
  mail: Mail | null;
}

let built: MailDeps | null = null;

/** Built once per process. @throws when an environment variable is missing. */
export function mailDeps(): MailDeps {
  built ??= {
    table: dynamoTable(parseEnv(TableEnv, process.env).TABLE_NAME),
    log: createLog("functions"),
    mail: mailOf(process.env),
  };
  return built;
}

/** The way mail goes, by the environment. */
export function mailOf(environment: Record<string, string | undefined>): Mail | null {
  const { MAIL_FROM: from, MAIL_FOLDER: folder } = MailEnv.parse(environment);
  if (folder) {
    mkdirSync(folder, { recursive: true });
    return fileMail(folder);
  }
  return from ? sesWhenNeeded(from) : null;
}

/** Its client is loaded with the first mail: one machine never needs it. */
function sesWhenNeeded(from: string): Mail {
  let loaded: Promise<Mail> | null = null;
  return {
    async send(message) {
      loaded ??= import("./ses-mail.ts").then(({ sesMail }) => sesMail(from));
      await (await loaded).send(message);
    },
  };
}
