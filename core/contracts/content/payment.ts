import * as z from "zod";
import { CONTENT_LIMITS } from "./content-limits.ts";

const { idMaxChars, nameMaxChars, sentenceMaxChars } = CONTENT_LIMITS;

/** The kinds of messages about payments. */
export const PAYMENT_KINDS = ["request", "sent", "invite", "key", "invoice", "declined", "cancelled"] as const;

/**
 * A payment, a payment request, or a key that payments can be sent to. It doesn't prove that money has moved.
 * Rationale: docs/decisions/0187.
 */
export const Payment = z
  .object({
    kind: z.enum(PAYMENT_KINDS),
    amount: z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .nullable()
      .meta({ description: "A decimal number, as a string" }),
    currency: z.string().max(nameMaxChars).nullable(),
    note: z.string().max(sentenceMaxChars).nullable(),
    key_type: z.string().max(nameMaxChars).nullable().meta({ description: "Such as PHONE, EMAIL, CPF, CNPJ or EVP" }),
    key: z.string().max(nameMaxChars).nullable(),
    name: z
      .string()
      .max(nameMaxChars)
      .nullable()
      .meta({ description: "The name of the payee, as the sender wrote it" }),
    reference: z.string().max(idMaxChars).nullable(),
    expires_at: z.string().nullable().meta({ description: "ISO 8601 with offset" }),
  })
  .meta({
    id: "Payment",
    description: "The payment as described by the sender. It does not prove that any money was transferred",
    examples: [
      {
        kind: "key",
        amount: "12.50",
        currency: "BRL",
        note: null,
        key_type: "EMAIL",
        key: "shop@example.com",
        name: "Shop",
        reference: "1042",
        expires_at: null,
      },
    ],
  });
export type Payment = z.infer<typeof Payment>;
