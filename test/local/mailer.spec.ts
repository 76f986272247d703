import { readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MailMessage } from "../../core/ports.ts";
import { fileMail } from "../../functions/file-mail.ts";
import { mailer } from "../../local/mail/mailer.ts";
import { mailOutbox } from "../../local/mail/outbox.ts";
import { type SmtpSettings, smtpSender } from "../../local/mail/smtp.ts";
import { selfSignedCertificate } from "../../simulated-network/src/media/self-signed-certificate.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { START } from "../support/test-clock.ts";

const fixture = (name: string) => readFileSync(new URL(`../http/fixtures/${name}`, import.meta.url), "utf8");
const CERTIFICATE = fixture("localhost-cert.pem");
const TLS = { key: fixture("localhost-key.pem"), cert: CERTIFICATE };
const LOGIN = { user: "gateway", password: "p:ss word" };

interface Taken {
  to: string[];
  from: string;
  text: string;
  isSecure: boolean;
  user: string;
}

/** Starts a real mail server that records the emails it accepts. */
async function openSink(options: SMTPServerOptions = {}) {
  const taken: Taken[] = [];
  const seen = { logins: 0 };
  const server = new SMTPServer({
    ...TLS,
    authOptional: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      seen.logins++;
      if (username === LOGIN.user && password === LOGIN.password) done(null, { user: username });
      else done(new Error("no such login for ana@example.com"));
    },
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        taken.push({ to, from, text: Buffer.concat(chunks).toString(), isSecure: secure, user: String(user) });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined); // a client that hangs up
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo; // a TCP server's address
  return { taken, seen, port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
type Sink = Awaited<ReturnType<typeof openSink>>;

let folder: string;
let nowMs: number;
let sinks: Sink[];
let logged: { level: string; fields: Record<string, unknown>; message: string }[];

beforeEach(() => {
  folder = passingFolder("mailer-test-");
  nowMs = START.getTime();
  sinks = [];
  logged = [];
});
afterEach(async () => {
  for (const sink of sinks) await sink.close();
});

async function sink(options?: SMTPServerOptions): Promise<Sink> {
  const opened = await openSink(options);
  sinks.push(opened);
  return opened;
}
const settings = (port: number, changes: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: "localhost",
  port,
  tls: "starttls",
  user: null,
  password: null,
  from: "gateway@example.com",
  ...changes,
});
const note = (level: string) => (fields: Record<string, unknown>, message: string) =>
  void logged.push({ level, fields, message });
const log = { info: note("info"), warn: note("warn"), error: note("error") };
const outbox = () => mailOutbox(folder, () => nowMs);
const open = (smtp: SmtpSettings, ca = CERTIFICATE) =>
  mailer({ outbox: outbox(), send: smtpSender(smtp, ca), log, nowMs: () => nowMs });
const write = (id: string, to: string[], about: Partial<MailMessage> = {}) =>
  fileMail(folder).send({
    id,
    to,
    subject: "Código: 123456",
    text: "Código: 123456\n",
    at: new Date(nowMs),
    until: new Date(nowMs + 900_000),
    ...about,
  });
const waiting = () => readdirSync(folder).filter((name) => name.endsWith(".eml"));

describe("mail through a mail server", () => {
  it.each(["starttls", "at_once"] as const)(
    "leaves by TLS (%s) with the login, once, and nothing of it stays",
    async (tls) => {
      const server = await sink({ secure: tls === "at_once", authOptional: false });
      await write("code-1", ["ana@example.com"]);
      const sending = open(settings(server.port, { tls, ...LOGIN }));

      await sending.look();
      await sending.look();

      expect(server.taken).toMatchObject([
        { to: ["ana@example.com"], from: "gateway@example.com", isSecure: true, user: "gateway" },
      ]);
      expect(server.taken[0]?.text).toMatch(/^Message-ID: <code-1@example\.com>\r$/m);
      expect(server.taken[0]?.text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(readdirSync(folder)).toEqual(["code-1.sent"]);
      expect(sending.fault()).toBeNull();
    },
  );

  it("gives neither mail nor password to a server without TLS, or with a certificate that nobody vouches for", async () => {
    const plain = await sink({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
    const another = await sink();
    await write("code-1", ["ana@example.com"]);

    await open(settings(plain.port, LOGIN)).look();
    await open(settings(another.port, LOGIN), selfSignedCertificate().certificate).look();

    expect([plain.taken, plain.seen.logins, another.taken, another.seen.logins]).toEqual([[], 0, [], 0]);
    expect(logged.map(({ fields }) => fields.code)).toEqual(["ETLS", expect.stringMatching(/^[A-Z_]+$/)]);
    expect(waiting()).toEqual(["code-1.eml"]);
  });

  it("reaches one address, whatever was typed as one", async () => {
    const server = await sink();
    await write("code-1", ["ana@example.com,bea@example.com"]);
    await write("code-2", ["cleo@example.com"]);

    await open(settings(server.port)).look();

    expect(server.taken.map(({ to }) => to)).toEqual([["cleo@example.com"]]);
  });

  it("waits longer and longer for a server that is gone, is told after five failures, and then goes out", async () => {
    const gone = await openSink();
    await gone.close();
    await write("code-1", ["ana@example.com"]);
    const sending = open(settings(gone.port));
    const tries: number[] = [];
    for (; nowMs < START.getTime() + 240_000; nowMs += 5_000) {
      const before = logged.length;
      await sending.look();
      if (logged.length > before) tries.push((nowMs - START.getTime()) / 1_000);
    }

    expect(tries).toEqual([0, 5, 15, 35, 75, 135, 195]);
    expect(logged.map(({ level }) => level)).toEqual(["warn", "warn", "warn", "warn", "error", "error", "error"]);
    expect(sending.fault()).toMatch(/^No mail is being sent/);
    expect(JSON.stringify(logged)).not.toContain("@");
    expect(waiting()).toEqual(["code-1.eml"]);
  });

  it("goes out once the server takes it again, and the fault is over", async () => {
    let isUp = false;
    const server = await sink({
      onMailFrom: (_address, _session, done) =>
        isUp ? done() : done(Object.assign(new Error("4.3.2 closing for ana@example.com"), { responseCode: 421 })),
    });
    await write("code-1", ["ana@example.com"]);
    const sending = open(settings(server.port));
    for (let n = 0; n < 5; n++, nowMs += 60_000) await sending.look();
    expect(sending.fault()).not.toBeNull();

    isUp = true;
    await sending.look();

    expect(server.taken).toHaveLength(1);
    expect(sending.fault()).toBeNull();
    expect(logged.at(-1)).toMatchObject({ level: "info", fields: { failures: 5 } });
    expect(JSON.stringify(logged)).not.toContain("@");
  });

  it("of a refused address holds up nobody, and is tried again until its code has ended", async () => {
    let refusals = 0;
    const server = await sink({
      onRcptTo({ address }, _session, done) {
        if (address !== "nobody@example.com") return done();
        refusals++;
        done(Object.assign(new Error("no mailbox nobody@example.com"), { responseCode: 550 }));
      },
    });
    await write("code-1", ["nobody@example.com"]);
    await write("code-2", ["ana@example.com"]);
    const sending = open(settings(server.port));
    for (; nowMs < START.getTime() + 1_200_000; nowMs += 10_000) await sending.look();

    expect(server.taken.map(({ to }) => to)).toEqual([["ana@example.com"]]);
    expect(refusals).toBe(4);
    expect(logged).toMatchObject(Array(4).fill({ level: "warn", fields: { code: "EENVELOPE", reply: 550 } }));
    expect(JSON.stringify(logged)).not.toContain("@");
    expect(sending.fault()).toBeNull();
    await outbox().clear();
    expect(waiting()).toEqual([]);
  });

  it("to several people goes to each alone, also after it was shared out by halves", async () => {
    const server = await sink();
    await write("ntc_1", ["ana@example.com", "bea@example.com", "cleo@example.com"]);
    await write("ntc_1-0", ["ana@example.com"]); // as far as an ended process came
    const sending = open(settings(server.port));

    for (let n = 0; n < 4; n++) await sending.look();

    expect(server.taken.map(({ to }) => to.join()).sort()).toEqual([
      "ana@example.com",
      "bea@example.com",
      "cleo@example.com",
    ]);
    expect(waiting()).toEqual([]);
  });

  it("does not go again and again when it can't be noted that it has left", async () => {
    const server = await sink();
    await write("code-1", ["ana@example.com"]);
    const own = outbox();
    let isFull = true;
    const hasLeft = async (id: string) => {
      if (isFull) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      await own.hasLeft(id);
    };
    const send = smtpSender(settings(server.port), CERTIFICATE);
    const sending = mailer({ outbox: { ...own, hasLeft }, send, log, nowMs: () => nowMs });

    await expect(sending.look()).rejects.toThrow("no space");
    await expect(sending.look()).rejects.toThrow("no space");
    isFull = false;
    await sending.look();

    expect(server.taken).toHaveLength(1);
    expect(waiting()).toEqual([]);
  });
});

describe("a process that ends while it sends mail", () => {
  /** Simulates a process that dies before its nth step. From then on, none of the promises that it awaits settles. */
  function dying(step: number, send: (to: string) => void) {
    let steps = 0;
    const died = Promise.withResolvers<void>();
    const alive = async () => {
      if (++steps < step) return;
      died.resolve();
      await new Promise(() => {});
    };
    const own = outbox();
    const around =
      <Args extends unknown[]>(run: (...args: Args) => Promise<void>) =>
      async (...args: Args) => {
        await alive();
        await run(...args);
        await alive();
      };
    const sending = mailer({
      outbox: { ...own, hasLeft: around(own.hasLeft), split: around(own.split) },
      send: around(async (_mail: unknown, to: string) => send(to)),
      log,
      nowMs: () => nowMs,
    });
    return { sending, died: died.promise, steps: () => steps };
  }

  it("loses no mail and sends none more than twice, at whichever step it ends", async () => {
    const PEOPLE = ["ana@example.com", "bea@example.com", "cleo@example.com"];
    let stepsOfAll = Number.POSITIVE_INFINITY;
    for (let step = 1; step <= stepsOfAll + 1; step++) {
      folder = passingFolder("mailer-test-");
      const sent: string[] = [];
      await write("ntc_1", PEOPLE.slice(0, 2));
      await write("code-1", PEOPLE.slice(2));
      const first = dying(step, (to) => sent.push(to));
      const looks = (async () => {
        for (let n = 0; n < 3; n++) await first.sending.look();
      })();
      await Promise.race([looks, first.died]);
      if (first.steps() < step) stepsOfAll = first.steps();
      const second = dying(Number.POSITIVE_INFINITY, (to) => sent.push(to));
      for (let n = 0; n < 3; n++) await second.sending.look();

      for (const person of PEOPLE) {
        const times = sent.filter((to) => to === person).length;
        expect([step, person, times === 1 || times === 2]).toEqual([step, person, true]);
      }
      expect(sent.length).toBeLessThanOrEqual(PEOPLE.length + 3); // as many as were under way at once
      expect(waiting()).toEqual([]);
    }
    expect(stepsOfAll).toBeGreaterThanOrEqual(12);
  });
});
