import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CookieJar } from "../local-identity/cookie-jar.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";

const SECRET = "sw0rdfish";
const EMAIL = "ana@example.com";

/** Tests sign-in with a mail server on the same machine. */
describe("the mail of a team", () => {
  const folder = temporaryFolder();
  const keyFile = `${folder.path}.key`;
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === SECRET ? done(null, { user: "gateway" }) : done(new Error("no")),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  let gateway: Gateway;
  let publicUrl: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    const { port: mailPort } = server.server.address() as AddressInfo; // a TCP server's address
    const port = String(await freePort());
    publicUrl = `http://localhost:${port}`;
    gateway = await startGateway(folder.path, {
      EPHEMERAL: "1",
      PANEL: "1",
      PUBLIC_URL: publicUrl,
      PORT: port,
      SANDBOX_PORT: "",
      TABLE_CONFLICTS: "0",
      SMTP_URL: `smtp://gateway:${SECRET}@localhost:${mailPort}`,
      MAIL_FROM: "gateway@example.com",
      MASTER_KEY_FILE: keyFile,
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    folder.remove();
  });

  it("signs somebody up with the code that they were mailed", async () => {
    const jar = new CookieJar(publicUrl);
    const { path } = await jar.follow("/panel-api/session/sign-in?to=/");
    await jar.post(`${path}/sign-up`, { email: EMAIL, password: "correct horse battery" });
    const mail = await eventually("the mail", () => mails.find((one) => one.includes(`To: ${EMAIL}`)) ?? null);
    const code = /^Subject: .*?(\d{6})/m.exec(mail)?.[1] ?? "";

    expect((await jar.post(`${path}/confirm`, { email: EMAIL, code })).path).toBe("/");
  });

  it("goes to one address, and to no list of them", async () => {
    const jar = new CookieJar(publicUrl);
    const { path } = await jar.follow("/panel-api/session/sign-in?to=/");
    for (const email of ["bea@example.com,cleo", "bea@example.com;cleo", "<bea@example.com>", '"bea"@example.com']) {
      const { response } = await jar.post(`${path}/sign-up`, { email, password: "correct horse battery" });
      expect([email, response.status]).toEqual([email, 422]);
    }
  });

  it("is named at the start without the password", () => {
    expect(gateway.output()).toMatch(/Mail +localhost:\d+, from gateway@example\.com/);
    expect(gateway.output()).not.toContain(SECRET);
    expect(gateway.output()).not.toContain(EMAIL);
  });

  it.runIf(process.platform === "linux")("gives its password, and the place of the master key, to no child", () => {
    const inherited = (pid: number) => readFileSync(`/proc/${pid}/environ`, "utf8");
    expect(inherited(gateway.pid)).toContain(`MASTER_KEY_FILE=${keyFile}`);
    expect(gateway.sessionPids()).not.toEqual([]);
    for (const pid of gateway.sessionPids()) {
      expect(inherited(pid)).toContain("DATA_DIR=");
      expect(inherited(pid)).not.toContain(SECRET);
      expect(inherited(pid)).not.toContain(keyFile);
    }
  });
});
