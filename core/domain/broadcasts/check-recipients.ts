import type { GivenBroadcast } from "../../contracts/broadcasts/broadcast.ts";
import { ROUNDED_RULE, readWrittenPhone } from "../../contracts/written-phone.ts";
import type { FieldErrors } from "../messages/send-content.ts";

/** The maximum number of rows that a response lists for each mistake. Our own limit. */
const ROWS_NAMED = 10;
/** The character that replaces letters whose bytes were decoded with the wrong encoding. */
const LOST = "\ufffd";

type Recipient = NonNullable<GivenBroadcast["recipients"]>[number];

/** A mistake in a recipient list that only its author can fix. The whole list is rejected. */
interface Mistake {
  field: string;
  holds(one: Recipient): boolean;
  rule: string;
}

const lostIn = (what: string) =>
  `Letters of the ${what} were lost (${LOST}), because the list was read in a different encoding than it was saved in. Read it in its own encoding, and send UTF-8.`;

const MISTAKES: readonly Mistake[] = [
  { field: "phone", holds: ({ phone }) => isRounded(phone), rule: ROUNDED_RULE },
  { field: "name", holds: ({ name }) => name?.includes(LOST) === true, rule: lostIn("name") },
  {
    field: "fields",
    holds: ({ fields }) => Object.entries(fields ?? {}).some((pair) => pair.join("").includes(LOST)),
    rule: lostIn("fields"),
  },
];

function isRounded(phone: string): boolean {
  const read = readWrittenPhone(phone);
  return "fault" in read && read.fault === "rounded";
}

/**
 * Checks a whole recipient list for phone numbers rounded by a spreadsheet and for letters lost in conversion.
 * @returns error messages by field, each with the row numbers, counted from 1, or an empty object if the list is valid.
 * Spec: POST /v1/broadcasts.
 */
export function checkRecipients(recipients: GivenBroadcast["recipients"]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { field, holds, rule } of MISTAKES) {
    const rows = (recipients ?? []).flatMap((one, at) => (holds(one) ? [at + 1] : []));
    if (rows.length > 0) errors[`recipients.${field}`] = [`${rowsOf(rows)}: ${rule}`];
  }
  return errors;
}

function rowsOf(rows: readonly number[]): string {
  const more = rows.length - ROWS_NAMED;
  const named = rows.slice(0, ROWS_NAMED).join(", ");
  return `${rows.length === 1 ? "Row" : "Rows"} ${named}${more > 0 ? ` and ${more} more` : ""}`;
}
