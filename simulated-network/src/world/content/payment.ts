import { randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { seconds } from "../../format/nodes.ts";
import { THOUSANDTHS } from "./order.ts";

/** A message about money. Amounts are in whole currency units. */
export type NewPayment =
  | {
      readonly kind: "request";
      readonly amount: number;
      readonly currency: string;
      readonly note?: string | undefined;
      readonly expires_at?: Date | undefined;
    }
  | { readonly kind: "sent"; readonly note?: string | undefined }
  | { readonly kind: "invite"; readonly expires_at?: Date | undefined }
  | { readonly kind: "invoice"; readonly note: string }
  | { readonly kind: "declined" | "cancelled"; readonly request_id: string }
  | {
      readonly kind: "key";
      readonly key_type: string;
      readonly key: string;
      readonly name: string;
      readonly reference?: string | undefined;
    };

/** Builds a message about money as phones send it. @param to the recipient's address. */
export function writePayment(payment: NewPayment, to: string): proto.IMessage {
  switch (payment.kind) {
    case "request":
      return request(payment, to);
    case "sent":
      return { sendPaymentMessage: { noteMessage: note(payment.note) } };
    case "invite":
      return {
        paymentInviteMessage: {
          serviceType: proto.Message.PaymentInviteMessage.ServiceType.UPI,
          expiryTimestamp: payment.expires_at && seconds(payment.expires_at),
        },
      };
    case "invoice":
      return { invoiceMessage: { note: payment.note, token: randomBytes(12).toString("base64url") } };
    case "declined":
      return { declinePaymentRequestMessage: { key: requestKey(payment.request_id, to) } };
    case "cancelled":
      return { cancelPaymentRequestMessage: { key: requestKey(payment.request_id, to) } };
    case "key":
      return key(payment);
  }
}

const note = (text: string | undefined): proto.IMessage | undefined =>
  text === undefined ? undefined : { extendedTextMessage: { text } };

const requestKey = (id: string, to: string): proto.IMessageKey => ({ id, remoteJid: to, fromMe: false });

function request(payment: Extract<NewPayment, { kind: "request" }>, to: string): proto.IMessage {
  const value = Math.round(payment.amount * THOUSANDTHS);
  return {
    requestPaymentMessage: {
      noteMessage: note(payment.note),
      currencyCodeIso4217: payment.currency,
      amount1000: value,
      amount: { value, offset: THOUSANDTHS, currencyCode: payment.currency },
      requestFrom: to,
      expiryTimestamp: payment.expires_at && seconds(payment.expires_at),
    },
  };
}

/** Builds a payment key as Brazilian phones share it: a native flow without text. */
function key({ key_type, key: value, name, reference }: Extract<NewPayment, { kind: "key" }>): proto.IMessage {
  const params = {
    currency: "BRL",
    total_amount: { value: 0, offset: 100 },
    reference_id: reference ?? randomBytes(8).toString("hex").toUpperCase(),
    type: "physical-goods",
    order: {
      status: "pending",
      subtotal: { value: 0, offset: 100 },
      order_type: "ORDER",
      items: [{ name: "", amount: { value: 0, offset: 100 }, quantity: 0, sale_amount: { value: 0, offset: 100 } }],
    },
    payment_settings: [
      { type: "pix_static_code", pix_static_code: { merchant_name: name, key: value, key_type } },
      { type: "cards", cards: { enabled: false } },
    ],
    share_payment_status: false,
  };
  const button = { name: "payment_info", buttonParamsJson: JSON.stringify(params) };
  return { interactiveMessage: { nativeFlowMessage: { buttons: [button], messageVersion: 1 } } };
}
