import type { proto } from "@whiskeysockets/baileys";
import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import type { Payment } from "../../../../core/contracts/content/payment.ts";
import { decimalText } from "../bounds/decimals.ts";
import { type Foreign, takenItems } from "../bounds/foreign.ts";
import { objectsIn, takenObject, textOf } from "../bounds/json.ts";
import { isAboutMoney, partIn } from "./flow-actions.ts";
import { takenTitle } from "./words.ts";

const { actionsMax, nameMaxChars, idMaxChars, sentenceMaxChars } = CONTENT_LIMITS;
/** The maximum number of payment methods to read per offer. */
const MOST_WAYS = 20;

type Params = Record<string, unknown>;

/** Creates a message's payment part from these fields. */
export const payment = (kind: Payment["kind"], fields: Partial<Payment>): Payment => ({
  ...{ kind, amount: null, currency: null, note: null, key_type: null, key: null, name: null },
  ...{ reference: null, expires_at: null },
  ...fields,
});

/** Returns the payment key or payment request in an offer's buttons, or null. */
export function paymentInFlow({ nativeFlowMessage }: Foreign<proto.Message.IInteractiveMessage>): Payment | null {
  for (const { name, buttonParamsJson } of takenItems(nativeFlowMessage?.buttons, actionsMax)) {
    const params = isAboutMoney(takenTitle(name) ?? "") ? takenObject(buttonParamsJson) : null;
    const found = params && paymentIn(params);
    if (found) return found;
  }
  return null;
}

function paymentIn(params: Params): Payment {
  const key = keyIn(params);
  const total = partIn(params, "total_amount");
  const amount = decimalText(numberIn(total?.value), numberIn(total?.offset));
  return payment(key?.key === null || key === null ? "request" : "key", {
    // A payment key without an amount is sent with an amount of zero.
    amount: amount !== null && /[1-9]/.test(amount) ? amount : null,
    currency: textOf(params.currency, nameMaxChars),
    note: textOf(params.note, sentenceMaxChars) ?? textOf(params.additional_note, sentenceMaxChars),
    reference: textOf(params.reference_id, idMaxChars),
    ...key,
  });
}

/** Returns the first payment key among the payment methods. */
function keyIn({ payment_settings }: Params): Pick<Payment, "key_type" | "key" | "name"> | null {
  for (const way of objectsIn(payment_settings, MOST_WAYS)) {
    const code = partIn(way, "pix_static_code") ?? partIn(way, "pix_dynamic_code") ?? partIn(way, "payment_link");
    if (!code) continue;
    return {
      key_type: textOf(code.key_type, nameMaxChars),
      key: textOf(code.key, nameMaxChars) ?? textOf(code.code, nameMaxChars) ?? textOf(code.uri, nameMaxChars),
      name: textOf(code.merchant_name, nameMaxChars),
    };
  }
  return null;
}

const numberIn = (value: unknown): number | null => (typeof value === "number" ? value : null);
