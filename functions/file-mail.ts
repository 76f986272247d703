import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mail, MailMessage } from "../core/ports.ts";

/**
 * Sends emails on a single machine by writing each one to a file that any email program can open. Sending the same
 * email again writes the same file. Nothing is written if a file named `<id>.sent` shows that the email has already
 * left the machine.
 * @param folder must already exist.
 */
export function fileMail(folder: string): Mail {
  return {
    async send(message) {
      const path = join(folder, message.id.replace(/[^\w-]/g, "_"));
      if (existsSync(`${path}.sent`)) return;
      // Write the email under a temporary name and then rename the file, so nobody who reads the folder finds a partial
      // email, even if this process is killed.
      const begun = `${path}.${randomUUID()}.new`;
      await writeFile(begun, emlOf(message), { flush: true });
      await rename(begun, `${path}.eml`);
    },
  };
}

/**
 * Formats an email according to RFC 5322. The subject is encoded and the body is base64, so any text survives
 * unchanged.
 */
function emlOf({ id, to, subject, text, at, until }: MailMessage): string {
  const body = Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\r\n");
  return [
    "From: Messaging Gateway <no-reply@localhost>",
    `To: ${to.length > 0 ? to.join(", ") : "undisclosed-recipients:;"}`,
    `Subject: =?UTF-8?B?${Buffer.from(subject).toString("base64")}?=`,
    `Date: ${rfcTime(at)}`,
    ...(until ? [`Expires: ${rfcTime(until)}`] : []),
    `Message-ID: <${id}@localhost>`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    body,
    "",
  ].join("\r\n");
}

const rfcTime = (time: Date) => time.toUTCString().replace("GMT", "+0000");
