import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** An email written on this machine. */
export interface WrittenMail {
  id: string;
  to: string[];
  subject: string;
  text: string;
  at: string;
  /** When the email stops being useful. Null if it contains nothing that expires. */
  until: string | null;
}

/**
 * Reads the emails in a folder, newest first. A missing folder counts as empty. @param to only emails to this address,
 * or null for all.
 */
export async function readMail(folder: string, to: string | null): Promise<WrittenMail[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const read = await Promise.all([readFile(path, "utf8"), stat(path)]).catch(() => null);
      return read && { mail: asMail(name, read[0]), mtimeMs: read[1].mtimeMs }; // null if removed in the meantime
    }),
  );
  const wanted = to?.toLowerCase();
  return (
    mails
      .filter((one) => one !== null)
      .filter(({ mail }) => wanted === undefined || mail.to.some((address) => address.toLowerCase() === wanted))
      // Sort by modification time, because the dates in emails only have whole seconds.
      .sort((a, b) => b.mtimeMs - a.mtimeMs)
      .map(({ mail }) => mail)
  );
}

/** Parses an email in the format that functions/file-mail.ts writes, in which subject and body are base64. */
function asMail(name: string, eml: string): WrittenMail {
  const [head = "", ...body] = eml.split("\r\n\r\n");
  const header = (field: string) => new RegExp(`^${field}: (.*)$`, "m").exec(head)?.[1]?.trim() ?? "";
  const expires = header("Expires");
  const subject = /=\?UTF-8\?B\?([^?]*)\?=/.exec(header("Subject"))?.[1] ?? "";
  return {
    id: name.replace(/\.eml$/, ""),
    to: header("To").includes("@") ? header("To").split(", ") : [],
    subject: Buffer.from(subject, "base64").toString(),
    text: Buffer.from(body.join(""), "base64").toString(),
    at: new Date(header("Date")).toISOString(),
    until: expires === "" ? null : new Date(expires).toISOString(),
  };
}
