import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { eventually } from "../../test/support/eventually.ts";

/** A mail server that stores the mail it receives. */
export interface MailServer {
  url: string;
  /** Waits for a text in an email to this address. Searches only emails that arrived after the last match. */
  find(to: string, wanted: RegExp): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a mail server on loopback that accepts mail only from clients that have signed in. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === "secret" ? done(null, { user: "gateway" }) : done(new Error("The password is wrong.")),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const text = Buffer.concat(chunks).toString().replaceAll("=\r\n", "").replaceAll("=3D", "=");
        for (const { address } of envelope.rcptTo) mails.push({ to: address, text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo; // a TCP server's address
  return {
    url: `smtp://gateway:secret@localhost:${port}`,
    find: (to, wanted) =>
      eventually(`a mail to ${to}`, () => {
        const at = mails.findIndex((mail) => mail.to === to && wanted.test(mail.text));
        return at < 0 ? null : (wanted.exec(mails.splice(at, 1)[0]?.text ?? "")?.[0] ?? null);
      }),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
