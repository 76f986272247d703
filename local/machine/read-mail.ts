import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** A mail written on this machine. */
export interface WrittenMail {
  id: string;
  to: string[];
  subject: string;
  text: string;
  at: string;
}

/** Reads a folder's mail, newest first. @param to only mail to this address; null: all. A missing folder is empty. */
export async function readMail(folder: string, to: string | null): Promise<WrittenMail[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(
    names.map(async (name) => {
      const [eml, { mtimeMs }] = await Promise.all([readFile(join(folder, name), "utf8"), stat(join(folder, name))]);
      return { mail: asMail(name, eml), mtimeMs };
    }),
  );
  const wanted = to?.toLowerCase();
  return (
    mails
      .filter(({ mail }) => wanted === undefined || mail.to.some((address) => address.toLowerCase() === wanted))
      // A mail's own date only has whole seconds.
      .sort((a, b) => b.mtimeMs - a.mtimeMs)
      .map(({ mail }) => mail)
  );
}

/** In the form that functions/file-mail.ts writes: subject and body are base64. */
function asMail(name: string, eml: string): WrittenMail {
  const [head = "", ...body] = eml.split("\r\n\r\n");
  const header = (field: string) => new RegExp(`^${field}: (.*)$`, "m").exec(head)?.[1]?.trim() ?? "";
  const subject = /=\?UTF-8\?B\?([^?]*)\?=/.exec(header("Subject"))?.[1] ?? "";
  return {
    id: name.replace(/\.eml$/, ""),
    to: header("To").split(", "),
    subject: Buffer.from(subject, "base64").toString(),
    text: Buffer.from(body.join(""), "base64").toString(),
    at: new Date(header("Date")).toISOString(),
  };
}
