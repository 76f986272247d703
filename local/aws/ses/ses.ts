import { randomUUID } from "node:crypto";
import type { Clock } from "../../../core/ports.ts";
import { addressIn } from "../checks/ses-rules.ts";
import { isObject, object, text, texts } from "../service/input.ts";
import type { Json, Service } from "../service/service.ts";

/** An email that was sent. */
export interface SentMail {
  id: string;
  to: string[];
  subject: string;
  text: string;
  at: Date;
}

/** Delivers an email. Rejects if that fails, in which case the sender receives an error and tries again. */
export type DeliverMail = (mail: SentMail) => Promise<void>;

/**
 * Starts an emulation of SES with a single action, which sends a plain email. Each request sends another email, because
 * SES doesn't detect repeated requests.
 */
export function startSes({ clock, deliver }: { clock: Clock; deliver: DeliverMail }): Service {
  return {
    name: "ses",
    protocol: "rest",
    throttle: "TooManyRequestsException",
    actions: {
      async SendEmail(input) {
        const id = randomUUID();
        const simple = object(object(input, "Content"), "Simple");
        const { Text, Html } = object(simple, "Body");
        await deliver({
          id,
          to: texts(object(input, "Destination"), "ToAddresses").map(addressIn),
          subject: text(object(simple, "Subject"), "Data"),
          text: dataOf(Text) ?? dataOf(Html) ?? "",
          at: clock.now(),
        });
        return { MessageId: id };
      },
    },
    stop() {},
  };
}

const dataOf = (content: unknown): string | undefined =>
  isObject(content) ? String((content satisfies Json).Data) : undefined;

/** Returns the SES v2 API action for a method and URL, or null if it isn't emulated. */
export const mailRoute = (method: string, address: string): string | null =>
  method === "POST" && address.split("?")[0] === "/v2/email/outbound-emails" ? "SendEmail" : null;
