import type { proto } from "@whiskeysockets/baileys";
import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import type { Payment } from "../../../../core/contracts/content/payment.ts";
import { takenDecimal } from "../bounds/decimals.ts";
import type { Foreign } from "../bounds/foreign.ts";
import { takenCount } from "../bounds/numbers.ts";
import { takenText } from "../bounds/texts.ts";
import { takenAnnounced } from "../bounds/times.ts";
import type { ContentReader, ContentReading } from "./content-reading.ts";
import { payment } from "./flow-payment.ts";
import { cutText, takenMark, takenTitle } from "./words.ts";

/** The network gives amounts in thousandths, unless it specifies another fraction. */
const THOUSANDTHS = 1_000;
const LARGEST_OFFSET = 1_000_000;
const SECOND_MS = 1_000;

/** Reads a request for a payment. */
export const readPaymentRequest: ContentReader<"requestPaymentMessage"> = (part) => {
  const { amount, amount1000, currencyCodeIso4217, expiryTimestamp, noteMessage } = part;
  const offset = takenCount(amount?.offset, LARGEST_OFFSET);
  const exact = offset ? takenDecimal(amount?.value, offset) : null;
  return reading("request", noteIn(noteMessage), {
    amount: exact ?? takenDecimal(amount1000, THOUSANDTHS),
    currency: takenTitle(currencyCodeIso4217) ?? takenTitle(amount?.currencyCode),
    expires_at: takenAnnounced(expiryTimestamp, SECOND_MS),
  });
};

/** Reads a payment as claimed by its sender. */
export const readPaymentSent: ContentReader<"sendPaymentMessage"> = (part) =>
  reading("sent", noteIn(part.noteMessage), { reference: takenMark(part.requestMessageKey?.id) });

/** Reads a notice that a payment request was declined by the person who received it. */
export const readPaymentDeclined: ContentReader<"declinePaymentRequestMessage"> = ({ key }) =>
  reading("declined", null, { reference: takenMark(key?.id) }, key);

/** Reads a notice that a payment request was withdrawn by its sender. */
export const readPaymentCancelled: ContentReader<"cancelPaymentRequestMessage"> = ({ key }) =>
  reading("cancelled", null, { reference: takenMark(key?.id) }, key);

/** Reads an invitation to use payments on the network. */
export const readPaymentInvite: ContentReader<"paymentInviteMessage"> = ({ expiryTimestamp }) =>
  reading("invite", null, { expires_at: takenAnnounced(expiryTimestamp, SECOND_MS) });

/** Reads an invoice. Its attachment is visible only on phones. */
export const readInvoice: ContentReader<"invoiceMessage"> = ({ note, token }) =>
  reading("invoice", takenText(note), { reference: takenMark(token) });

type Note = Foreign<proto.IMessage> | null | undefined;

/** Returns the note that someone attached to a payment. The network sends the note as a separate message. */
const noteIn = (note: Note): string | null =>
  takenText(note?.extendedTextMessage?.text) ?? takenText(note?.conversation);

function reading(
  kind: Payment["kind"],
  body: string | null,
  fields: Partial<Payment>,
  about?: Foreign<proto.IMessageKey> | null,
): ContentReading {
  const note = cutText(body, CONTENT_LIMITS.sentenceMaxChars);
  return { type: "text", body, details: { payment: payment(kind, { note, ...fields }) }, ...(about && { about }) };
}
