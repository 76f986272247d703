import type { CreateBroadcastBody } from "../../../../core/contracts/broadcasts/broadcast.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { AS_NAMED, type GivenPerson, givenPeople } from "../../../../core/contracts/people-files/given-people.ts";
import type { ChosenColumns } from "../../../../core/contracts/people-files/sheet-columns.ts";
import type { SmallFile } from "../../files/SmallFileField.tsx";

/** The user's choices so far in the wizard. They are preserved when the user goes back. Numbers are stored as typed. */
export interface Given {
  instance: string;
  name: string;
  text: string;
  file: SmallFile | null;
  /** The language of the service's own sentences. An empty string means the language of the number's country. */
  language: string;
  audience: "recent" | "label" | "phones";
  days: string;
  saved: boolean;
  label: string;
  list: string;
  /** The list columns that the user chose manually. */
  columns: ChosenColumns;
  startAt: string;
  interval: string;
  perDay: string;
}

/** The API's limits on one person's placeholder values. */
const { broadcastFieldsMax: FIELDS_MAX, broadcastFieldsMaxBytes: FIELDS_MAX_BYTES } = LIMITS;

/** Returns the wizard's initial choices. @param instance the preselected number. */
export const newGiven = (instance: string): Given => ({
  ...{ instance, name: "", text: "", file: null, language: "" },
  ...{ audience: "recent", days: "30", saved: false, label: "", list: "", columns: AS_NAMED },
  ...{ startAt: "", interval: "", perDay: "" },
});

/** Matches the field names in the API's `errors` that belong to the first step. */
const FIRST_STEP = /^(instance_id|name|text|media|language)(\.|$)/;

/** Returns the first step that contains a refused field. */
export const stepOf = (errors: Record<string, unknown>): 1 | 2 =>
  Object.keys(errors).some((field) => FIRST_STEP.test(field)) ? 1 : 2;

/** Parses a typed number. Invalid input is also sent to the API, which explains the error. */
const number = (typed: string): number => (typed.trim() === "" ? 0 : Number(typed));

/**
 * Returns the people in the list, each with no more placeholder values than the API allows. Lists exported from address
 * books have dozens of columns that the text doesn't use.
 */
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

/**
 * Returns the request body for a draft. @param startAt an ISO 8601 time, or null if the broadcast will be started
 * manually.
 */
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
