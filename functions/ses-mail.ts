import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { awsClient } from "../core/aws/aws-client.ts";
import * as REQUEST_LIMITS from "../core/aws/request-limits.ts";
import type { Mail } from "../core/ports.ts";

/** The maximum number of recipients per message in SES. */
const RECIPIENTS_MAX = 50;

/**
 * Sends emails through Amazon SES. An email without recipients isn't sent. SES can't detect repeated messages: if the
 * response to a request is lost and the email is sent again, it arrives twice.
 * @param from a verified address, or an address in a verified domain.
 * @param client defaults to a client for the function's own region; tests pass a different client.
 */
export function sesMail(
  from: string,
  client: SESv2Client = awsClient(SESv2Client, REQUEST_LIMITS.mail, { lean: true }),
): Mail {
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
