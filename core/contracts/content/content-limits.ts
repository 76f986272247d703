/**
 * Limits on the stored content of a received message, with texts measured in UTF-16 units. Phones and the network's own
 * business platform always allow less. Longer values are truncated, and excess entries are dropped. Rationale:
 * docs/decisions/0187.
 */
export const CONTENT_LIMITS = {
  /** The maximum size of everything except a message's text, as JSON, because a stored record can't exceed 400 KB. */
  detailsMaxBytes: 48_000,
  idMaxChars: 300,
  nameMaxChars: 300,
  sentenceMaxChars: 2_000,
  urlMaxChars: 2_048,
  phoneMaxChars: 100,
  actionsMax: 60,
  /** The maximum size of a form's answers, as JSON. */
  responseMaxBytes: 32_000,
  mentionsMax: 100,
  contactsMax: 50,
  quotedBodyMaxChars: 1_000,
} as const;
