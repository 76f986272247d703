import { LIMITS } from "../../contracts/limits.ts";
import { visiblePart } from "../../contracts/visible-text.ts";
import { ROUNDED_RULE, readWrittenPhone } from "../../contracts/written-phone.ts";
import { phoneProblem } from "../messages/phone-problem.ts";

/** A person to import: their phone in digits, and the name to save them under. */
export interface NamedPhone {
  phone: string;
  name: string;
}

/** The people to import, or error sentences by field. */
export type JudgedContacts =
  | { people: NamedPhone[]; errors?: never }
  | { errors: Record<string, string[]>; people?: never };

/** The maximum number of fields listed in one response. The first ones are enough to show what is wrong with a list. */
export const ERRORS_MAX = 100;
const LOST = "\ufffd";
const MOST = LIMITS.savedNameMaxChars;
const NO_NAME = `The name is empty. Use 1 to ${MOST} characters.`;
const LONG_NAME = `The name is too long. Use 1 to ${MOST} characters.`;
/** The error sentence for a name in which letters were lost during a conversion. */
export const LOST_RULE = "Letters of this name were lost when the file was converted. Export it again as UTF-8.";

/**
 * Checks every row of an import. Phone numbers may be in any form used by people and spreadsheets. If two rows have the
 * same phone number, the later one wins. Spec: contacts, import.
 * @param placeOf names the row at an index, counted from 0.
 * @returns the people, or error sentences by field: `contacts.0.phone` is the phone of the first row.
 */
export function judgeContacts(rows: readonly NamedPhone[], placeOf = (at: number) => `contacts.${at}`): JudgedContacts {
  const people = new Map<string, NamedPhone>();
  const errors: [string, string[]][] = [];
  for (const [at, row] of rows.entries()) {
    const read = readWrittenPhone(row.phone);
    const name = row.name.trim();
    const wrongPhone = "fault" in read ? faultOf(read.fault, row.phone) : phoneProblem(read.digits);
    const wrongName = nameProblem(name);
    if (wrongPhone !== null) errors.push([`${placeOf(at)}.phone`, [wrongPhone]]);
    if (wrongName !== null) errors.push([`${placeOf(at)}.name`, [wrongName]]);
    if ("digits" in read) people.set(read.digits, { phone: read.digits, name });
    if (errors.length >= ERRORS_MAX) break;
  }
  return errors.length > 0
    ? { errors: Object.fromEntries(errors.slice(0, ERRORS_MAX)) }
    : { people: [...people.values()] };
}

const faultOf = (fault: "rounded" | "other", written: string): string | null =>
  fault === "rounded" ? ROUNDED_RULE : phoneProblem(written);

function nameProblem(name: string): string | null {
  if (visiblePart(name) === "") return NO_NAME;
  if ([...name].length > MOST) return LONG_NAME;
  return name.includes(LOST) ? LOST_RULE : null;
}
