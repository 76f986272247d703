/**
 * How much of a received content is kept, in UTF-16 units where it is a text. Phones and the network's own platform for
 * businesses allow less of everything; what is longer is cut, and what is more is left out. Ours: docs/decisions/0187.
 */
export const CONTENT_LIMITS = {
  /** All of what a message says beside its text, as JSON: a stored record holds 400 KB. */
  detailsMaxBytes: 48_000,
  idMaxChars: 300,
  nameMaxChars: 300,
  sentenceMaxChars: 2_000,
  urlMaxChars: 2_048,
  phoneMaxChars: 100,
  actionsMax: 60,
  /** The answers of a form, as JSON. */
  responseMaxBytes: 32_000,
  mentionsMax: 100,
  contactsMax: 50,
  quotedBodyMaxChars: 1_000,
} as const;
