import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { mailOf } from "../../functions/mail-deps.ts";
import { sesMail } from "../../functions/ses-mail.ts";

const FROM = "no-reply@example.com";
const MESSAGE = { id: "ntc_1", subject: "Olá", text: "Está pausado.\n", at: new Date("2026-11-20T09:30:00Z") };

const ses = mockClient(SESv2Client);
const mail = sesMail(FROM, new SESv2Client({ region: "eu-central-1" }));
beforeEach(() => ses.reset());

const sent = () => ses.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => input);

describe("mail through SES", () => {
  it("is one message to all admins of the account, from the sender that was set up, as plain text", async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: "1" });
    await mail.send({ ...MESSAGE, to: ["ana@example.com", "bia@example.com"] });
    expect(sent()).toEqual([
      {
        FromEmailAddress: FROM,
        Destination: { ToAddresses: ["ana@example.com", "bia@example.com"] },
        Content: {
          Simple: {
            Subject: { Data: "Olá", Charset: "UTF-8" },
            Body: { Text: { Data: "Está pausado.\n", Charset: "UTF-8" } },
          },
        },
      },
    ]);
  });

  it("to more than fifty is several messages, and to nobody none", async () => {
    ses.on(SendEmailCommand).resolves({});
    const to = Array.from({ length: 101 }, (_, n) => `admin${n}@example.com`);
    await mail.send({ ...MESSAGE, to });
    await mail.send({ ...MESSAGE, to: [] });
    const recipients = sent().map((input) => input.Destination?.ToAddresses ?? []);
    expect(recipients.map(({ length }) => length)).toEqual([50, 50, 1]);
    expect(recipients.flat()).toEqual(to);
  });

  it("that SES refuses fails, so that the notice is tried again", async () => {
    ses.on(SendEmailCommand).rejects(new Error("Email address is not verified."));
    await expect(mail.send({ ...MESSAGE, to: ["ana@example.com"] })).rejects.toThrow("not verified");
  });
});

describe("the way mail goes", () => {
  it("is SES with a sender, none without", () => {
    expect(mailOf({ MAIL_FROM: FROM })).not.toBeNull();
    expect(mailOf({})).toBeNull();
    expect(mailOf({ MAIL_FROM: "" })).toBeNull();
  });
});
