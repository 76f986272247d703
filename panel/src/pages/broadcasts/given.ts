import type { CreateBroadcastBody } from "../../../../core/contracts/broadcasts/broadcast.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import type { SmallFile } from "../../files/SmallFileField.tsx";
import { AS_NAMED, type GivenPerson, givenPeople } from "./given-people.ts";
import type { ChosenColumns } from "./sheet-columns.ts";

/** The choices made so far; going back loses none of them. Numbers as they are typed. */
export interface Given {
  instance: string;
  name: string;
  text: string;
  file: SmallFile | null;
  /** "": of the number's country. */
  language: string;
  audience: "recent" | "label" | "phones";
  days: string;
  saved: boolean;
  label: string;
  list: string;
  /** Columns of the list that were chosen by hand. */
  columns: ChosenColumns;
  startAt: string;
  interval: string;
  perDay: string;
}

/** As the API takes them of one person. */
const { broadcastFieldsMax: FIELDS_MAX, broadcastFieldsMaxBytes: FIELDS_MAX_BYTES } = LIMITS;

/** Nothing chosen yet. @param instance the number that is offered first. */
export const newGiven = (instance: string): Given => ({
  ...{ instance, name: "", text: "", file: null, language: "" },
  ...{ audience: "recent", days: "30", saved: false, label: "", list: "", columns: AS_NAMED },
  ...{ startAt: "", interval: "", perDay: "" },
});

/** Fields of the API's `errors` that belong to the first step. */
const FIRST_STEP = /^(instance_id|name|text|media|language)(\.|$)/;

/** The step in which the first refused field can be fixed. */
export const stepOf = (errors: Record<string, unknown>): 1 | 2 =>
  Object.keys(errors).some((field) => FIRST_STEP.test(field)) ? 1 : 2;

/** A typed whole number; anything else unchanged, so that the API says what is wrong with it. */
const number = (typed: string): number => (typed.trim() === "" ? 0 : Number(typed));

/** The people of the list, with no more values than the API takes: an address book has dozens that no text names. */
function recipientsOf({ list, columns, text }: Given): GivenPerson[] {
  const { people } = givenPeople(list, columns);
  return people.map((person) => {
    const { fields = {}, ...rest } = person;
    const isTaken =
      Object.keys(fields).length <= FIELDS_MAX &&
      new TextEncoder().encode(JSON.stringify([rest.name, fields])).length <= FIELDS_MAX_BYTES;
    if (isTaken) return person;
    const named = Object.entries(fields).filter(([field]) => new RegExp(`\\{${field}[|}]`).test(text));
    return { ...rest, ...(named.length > 0 && { fields: Object.fromEntries(named) }) };
  });
}

/** The request for a draft. @param startAt ISO 8601; null: when it is started. */
export function bodyOf(given: Given, startAt: string | null): Omit<CreateBroadcastBody, "draft"> {
  const { file } = given;
  return {
    instance_id: given.instance,
    text: given.text,
    audience: given.audience,
    ...(given.name.trim() !== "" && { name: given.name }),
    ...(file && { media: file }),
    ...(given.language !== "" && { language: given.language as CreateBroadcastBody["language"] }), // one of the list's
    ...(given.audience === "recent" && { days: number(given.days), include_saved_contacts: given.saved }),
    ...(given.audience === "label" && { label_id: number(given.label) }),
    ...(given.audience === "phones" && { recipients: recipientsOf(given) }),
    ...(given.interval.trim() !== "" && { interval_seconds: number(given.interval) }),
    ...(given.perDay.trim() !== "" && { per_day: number(given.perDay) }),
    ...(startAt !== null && { start_at: startAt }),
  };
}
