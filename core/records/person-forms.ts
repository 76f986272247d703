import type { InstanceId } from "../contracts/ids.ts";
import { phoneOfPerson } from "../domain/messages/chat-id.ts";
import { formMark, formWith, writtenForms } from "../domain/messages/written-forms.ts";
import { keys } from "../store/keys.ts";
import type { Table } from "../store/table.ts";
import { type PersonRecord, personRecords } from "./person.ts";

/**
 * Returns the other form of a person's number, if it leads to this person. @param person the person's key. @returns
 * digits, or null if there is no such form.
 */
export const joinedForm = (person: string, known: Pick<PersonRecord, "form"> | null): string | null =>
  known?.form === undefined || phoneOfPerson(person) === null ? null : formWith(person, known.form);

/**
 * Returns the field of a merged person that contains the other form now leading to this person. If there are several
 * such forms, the field contains the last one. The earlier forms also lead to the person, but are not listed anywhere.
 * @param sides both records, starting with the one that remains.
 */
export function unitedForm(
  phone: string,
  sides: readonly (PersonRecord | null)[],
  joined: string | null,
): Pick<PersonRecord, "form"> {
  const mark = joined === null ? sides.find((side) => side?.form !== undefined)?.form : formMark(phone, joined);
  return typeof mark === "string" && formWith(phone, mark) !== phone ? { form: mark } : {};
}

/**
 * Reads the forms of a phone number that the network has reported but no numbering plan predicts: for each instance,
 * the forms that lead to the same person. Costs one read per instance, plus another if the phone number is itself such
 * a form.
 */
export async function namedForms(
  table: Table,
  instances: readonly InstanceId[],
  phone: string,
): Promise<Map<InstanceId, string[]>> {
  const own = await table.getMany(instances.map((id) => keys.person(id, phone)));
  const among = (id: InstanceId) => personRecords.among(own, id, phone);
  const moved = instances.flatMap((id) => {
    const form = among(id)?.merged_into;
    return form === undefined ? [] : [{ id, form }];
  });
  const items = moved.length === 0 ? [] : await table.getMany(moved.map(({ id, form }) => keys.person(id, form)));
  const told = new Set(writtenForms(phone));
  return new Map(
    instances.map((id): [InstanceId, string[]] => {
      const form = moved.find((one) => one.id === id)?.form;
      const known = form === undefined ? among(id) : personRecords.among(items, id, form);
      const forms = [form ?? null, joinedForm(form ?? phone, known)];
      return [id, forms.flatMap((one) => (one === null || told.has(one) ? [] : [one]))];
    }),
  );
}
