import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mail, MailMessage } from "../core/ports.ts";

/**
 * Mail on one machine: each mail is a file that any mail program can open. Sending the same mail again writes the same
 * file, or none when a file `<id>.sent` says that it has left the machine.
 * @param folder exists already.
 */
export function fileMail(folder: string): Mail {
  return {
    async send(message) {
      const path = join(folder, message.id.replace(/[^\w-]/g, "_"));
      if (existsSync(`${path}.sent`)) return;
      // Whole or not at all: readers of the folder find no half of a mail, whenever this process ends.
      const begun = `${path}.${randomUUID()}.new`;
      await writeFile(begun, emlOf(message), { flush: true });
      await rename(begun, `${path}.eml`);
    },
  };
}

/** RFC 5322 with an encoded subject and a base64 body, so that any text survives. */
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
