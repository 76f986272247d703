import { SESv2Client } from "@aws-sdk/client-sesv2";
import { describe, expect, it, onTestFinished } from "vitest";
import { sesMail } from "../../functions/ses-mail.ts";
import { rightsJudge } from "../../local/aws/rights/judge.ts";
import { AwsError } from "../../local/aws/service/aws-error.ts";
import type { SentMail } from "../../local/aws/ses/ses.ts";
import { startAws } from "./support.ts";

const MESSAGE = { id: "ntc_1", subject: "Olá", text: "Está pausado.\n", at: new Date("2026-11-20T09:30:00Z") };

/** Starts the embedded SES, with the mail sender that our functions use. */
async function startMail(from = "no-reply@example.com", more: Parameters<typeof startAws>[0] = {}) {
  const delivered: SentMail[] = [];
  const { config } = await startAws({ deliver: async (mail) => void delivered.push(mail), ...more });
  const client = new SESv2Client(config);
  onTestFinished(() => client.destroy());
  return { delivered, send: (to: string[]) => sesMail(from, client).send({ ...MESSAGE, to }) };
}

describe("mail by the embedded SES", () => {
  it("arrives as it was written, in as many mails as SES needs", async () => {
    const { delivered, send } = await startMail("Gateway <no-reply@example.com>");
    await send(Array.from({ length: 51 }, (_, n) => `admin${n}@example.com`));

    expect(delivered.map(({ subject, text, to }) => [subject, text, to.length])).toEqual([
      ["Olá", "Está pausado.\n", 50],
      ["Olá", "Está pausado.\n", 1],
    ]);
  });

  it.each([
    "josé@example.com",
    "ana@exämple.com",
    "ana",
    "ana@example.com\nBcc: b@example.com",
    `${"a".repeat(320)}@b.c`,
  ])("is refused to and from the address %j, as SES refuses it", async (address) => {
    const to = await startMail();
    await expect(to.send(["ana@example.com", address])).rejects.toMatchObject({ name: "BadRequestException" });
    const from = await startMail(address);
    await expect(from.send(["ana@example.com"])).rejects.toMatchObject({ name: "BadRequestException" });
    expect([...to.delivered, ...from.delivered]).toEqual([]);
  });

  it("is an error for the sender when it can't be delivered, so that it is sent again", async () => {
    const deliver = async () => {
      throw new AwsError("MessageRejected", "Email address is not verified.");
    };
    const { send } = await startMail("no-reply@example.com", { deliver });
    await expect(send(["ana@example.com"])).rejects.toMatchObject({ name: "MessageRejected" });
  });

  it("needs the right to send from its address", () => {
    const statement = (from: string) => ({
      effect: "Allow" as const,
      actions: ["ses:SendEmail"],
      resources: ["arn:aws:ses:us-east-1:000000000000:identity/no-reply@example.com"],
      conditions: { StringEquals: { "ses:FromAddress": [from] } },
    });
    const asks = (from: string) => {
      const judge = rightsJudge({ roles: { mailer: [statement(from)] }, policies: [] }, () => {});
      judge.check("mailer", "SendEmail", { FromEmailAddress: "no-reply@example.com" });
    };

    expect(() => asks("no-reply@example.com")).not.toThrow();
    expect(() => asks("another@example.com")).toThrow("ses:SendEmail");
  });
});
