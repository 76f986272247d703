import { mkdir, readdir, rename, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { fileMail } from "../../functions/file-mail.ts";
import { readMail, type WrittenMail } from "../machine/read-mail.ts";

/** How long an email without an expiry time can wait to be sent. This is as long as an invitation is valid. */
const WAITS_MS = 7 * 86_400_000;
/** How long a sent email is remembered, so that it isn't written and sent again. */
const REMEMBERED_MS = 86_400_000;

/** A waiting email, and when it expires. */
export interface WaitingMail extends WrittenMail {
  until: string;
}

/**
 * The emails in a folder that are waiting to be sent, or to be read by the operator. All times are the machine's,
 * because codes expire by its clock.
 */
export function mailOutbox(folder: string, nowMs: () => number) {
  const path = (id: string, end: string) => join(folder, `${id}.${end}`);

  /** Records that an email has been sent, so it isn't sent again, and deletes its content. */
  async function hasLeft(id: string): Promise<void> {
    try {
      await rename(path(id, "eml"), path(id, "sent"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return; // its time was over meanwhile
      throw error;
    }
    await truncate(path(id, "sent"));
  }

  return {
    /** Returns the emails that are still useful, oldest first. */
    async waiting(): Promise<WaitingMail[]> {
      const mails = (await readMail(folder, null)).map(ending);
      return mails.filter(({ until }) => Date.parse(until) > nowMs()).reverse();
    },
    /**
     * Deletes emails that are no longer useful, because they contain codes and links. Forgets emails that were sent
     * long enough ago.
     * @returns the number of emails that expired without being sent.
     */
    async clear(): Promise<number> {
      const ended = (await readMail(folder, null)).map(ending).filter(({ until }) => Date.parse(until) <= nowMs());
      for (const { id } of ended) await rm(path(id, "eml"), { force: true });
      for (const { name, ageMs, size } of await filesIn(folder, ".sent", nowMs())) {
        if (ageMs >= REMEMBERED_MS) await rm(join(folder, name), { force: true });
        else if (size > 0) await truncate(join(folder, name)); // this process ended right after a mail had left
      }
      return ended.length;
    },
    /** Prepares the folder at startup, before anything is written to it. */
    async open(): Promise<void> {
      await mkdir(folder, { recursive: true });
      for (const { name } of await filesIn(folder, ".new", nowMs())) await rm(join(folder, name), { force: true });
    },
    /**
     * Splits an email with several recipients into one email per recipient, so nobody receives it twice because sending
     * to another recipient failed. If the process ends halfway, repeating the call writes the same emails.
     */
    async split({ id, to, subject, text, at, until }: WaitingMail): Promise<void> {
      const mail = fileMail(folder);
      for (const [n, address] of to.entries()) {
        await mail.send({ id: `${id}-${n}`, to: [address], subject, text, at: new Date(at), until: new Date(until) });
      }
      await hasLeft(id);
    },
    hasLeft,
  };
}
export type MailOutbox = ReturnType<typeof mailOutbox>;

const ending = (mail: WrittenMail): WaitingMail => ({
  ...mail,
  until: mail.until ?? new Date(Date.parse(mail.at) + WAITS_MS).toISOString(),
});

async function filesIn(folder: string, end: string, now: number) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(end));
  const files = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => null);
      return found && { name, size: found.size, ageMs: now - found.mtimeMs };
    }),
  );
  return files.filter((file) => file !== null);
}
