import { randomUUID } from "node:crypto";
import type { Clock } from "../../../core/ports.ts";
import { addressIn } from "../checks/ses-rules.ts";
import { isObject, object, text, texts } from "../service/input.ts";
import type { Json, Service } from "../service/service.ts";

/** A mail that was sent. */
export interface SentMail {
  id: string;
  to: string[];
  subject: string;
  text: string;
  at: Date;
}

/** Delivers a mail. Rejects if it can't; the sender then gets an error and tries again. */
export type DeliverMail = (mail: SentMail) => Promise<void>;

/**
 * SES with its one action that sends a plain mail. Each request is a separate mail, because SES doesn't recognize
 * repeated ones.
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

/** The action of a method and address of SES's second API; null when it is not one of ours. */
export const mailRoute = (method: string, address: string): string | null =>
  method === "POST" && address.split("?")[0] === "/v2/email/outbound-emails" ? "SendEmail" : null;
