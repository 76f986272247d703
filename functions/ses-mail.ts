import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { awsClient } from "../core/aws/aws-client.ts";
import * as REQUEST_LIMITS from "../core/aws/request-limits.ts";
import type { Mail } from "../core/ports.ts";

/** How many recipients one message may have in SES. */
const RECIPIENTS_MAX = 50;

/**
 * Mail through Amazon SES; without recipients nothing is sent. SES can't recognise a repeated message: one whose answer
 * was lost and that is sent again arrives twice.
 * @param from a verified address, or one of a verified domain.
 * @param client the region's own unless a test gives another.
 */
export function sesMail(from: string, client: SESv2Client = awsClient(SESv2Client, REQUEST_LIMITS.mail)): Mail {
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
