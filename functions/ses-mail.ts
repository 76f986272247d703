import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { Mail } from "../core/ports.ts";

/** Recipients of one message: SES takes fifty. */
const RECIPIENTS_MAX = 50;

/**
 * Mail through Amazon SES. A mail to nobody is none. SES has no token by which it knows a message again: one that is
 * sent again, because its answer was lost, arrives twice.
 * @param from a verified address, or one of a verified domain.
 * @param client the region's own unless a test gives another.
 */
export function sesMail(from: string, client: SESv2Client = new SESv2Client({})): Mail {
  return {
    async send({ to, subject, text }) {
      if (to.length === 0) return;
      const utf8 = (data: string) => ({ Data: data, Charset: "UTF-8" });
      const simple = { Subject: utf8(subject), Body: { Text: utf8(text) } };
      for (let first = 0; first < to.length; first += RECIPIENTS_MAX) {
        await client.send(
          new SendEmailCommand({
            FromEmailAddress: from,
            Destination: { ToAddresses: to.slice(first, first + RECIPIENTS_MAX) },
            Content: { Simple: simple },
          }),
        );
      }
    },
  };
}
