import type { InstanceId } from "../../contracts/ids.ts";
import { asRead } from "../../records/as-read.ts";
import type { ContactRecord } from "../../records/chats/contact.ts";
import { indexEntries, LIST_FIELDS } from "../../records/chats/index-entries.ts";
import type { FoundOptOut } from "../../records/kept-opt-outs.ts";
import type { PersonRecord } from "../../records/person.ts";
import { joinedForm } from "../../records/person-forms.ts";
import { keys } from "../../store/keys.ts";
import type { Claim, Write } from "../../store/table.ts";
import { uniteLabels } from "../labels/unite-labels.ts";
import { isOtherForm, mergeSides, type NamePair, type PersonSides } from "./merge-sides.ts";

/** All fields of a person that a merge reads. The commit is refused if any of them has changed. */
const PERSON_FIELDS = [
  "last_id",
  "last_ms",
  "received",
  "read_to",
  "marked_unread",
  "waiting_since_ms",
  "archived",
  "pinned_ms",
  "muted_until_ms",
  "handled_by",
  "assignee",
  "closed_ms",
  "case_ms",
  "snoozed_ms",
  "name",
  "verified",
  "phone_chat_id",
  "hidden_ms",
  "cleared_ms",
  "last_in_at",
  "last_in_id",
  "first_in_at",
  "first_out_day",
  "first_out_at",
  "chat_id",
  "contact_name",
  "blocked",
  "opted_out_ms",
  "brd",
  "timer_sec",
  "timer_ms",
  "private_id",
  "own_form",
  "form",
  /** Changes whenever the chat's labels change. */
  "labels_rev",
] as const satisfies (keyof PersonRecord)[];
const CONTACT_FIELDS = [
  "rev",
  "name",
  "saved_by",
  "unmirrored_ms",
  "verified_name",
  "business",
] as const satisfies (keyof ContactRecord)[];

/**
 * Builds the writes that merge two people into one, for a single transaction. The phone number's record receives all
 * data; the record of the private id (or of the other form) points to it and is removed from all lists. The writes are
 * refused if either record has changed since it was read.
 * @param kept the opt-out that was retained when the person's data was erased, or null. It moves to the record.
 */
export function mergeWrites(
  instance: InstanceId,
  pair: NamePair,
  open: PersonSides,
  hidden: PersonSides,
  now: Date,
  kept: FoundOptOut | null,
): Write[] {
  const { person: both, contact } = mergeSides(open, hidden, pair);
  const { opted_out_ms = Number.POSITIVE_INFINITY } = both;
  const person = kept === null ? both : { ...both, opted_out_ms: Math.min(opted_out_ms, kept.opted_out_ms) };
  const merged: Record<string, unknown> = { ...person, ...indexEntries(instance, pair.phone, person).set };
  const left = [...PERSON_FIELDS.filter((field) => field !== "labels_rev"), "labels" as const];
  const united = uniteLabels(
    instance,
    { key: pair.private_id, record: hidden.person },
    { key: pair.phone, record: open.person },
  );
  return [
    {
      update: keys.person(instance, pair.phone),
      set: merged,
      add: united.to.add,
      // Until now, this record pointed to the other form, because the network knew the person by it.
      remove: [...left, ...LIST_FIELDS, "merged_into", "named_ms"].filter((field) => !(field in merged)),
      if: personAsRead(open.person),
    },
    {
      update: keys.person(instance, pair.private_id),
      set: { merged_into: pair.phone, ...(isOtherForm(pair) && { named_ms: now.getTime() }) },
      add: united.from.add,
      remove: [...left, "phone", ...LIST_FIELDS],
      if: personAsRead(hidden.person),
    },
    ...contactWrites(instance, pair, open.contact, hidden.contact, contact),
    ...earlierNames(instance, pair, hidden),
    ...united.writes,
    ...assignedRows(instance, pair, hidden.person, person),
    ...(kept?.places ?? []).map((place): Write => ({ delete: place })),
  ];
}

/**
 * Makes identifiers that referred to the other form (a private id or an earlier form) refer directly to the phone
 * number, so a look-up never takes more than one step.
 */
function earlierNames(instance: InstanceId, pair: NamePair, { person }: PersonSides): Write[] {
  if (!isOtherForm(pair)) return [];
  const names = [person?.private_id, joinedForm(pair.private_id, person)];
  return names.flatMap((name): Write[] => {
    if (name === undefined || name === null || name === pair.phone) return [];
    return [{ update: keys.person(instance, name), set: { merged_into: pair.phone } }];
  });
}

/** Moves the row in the assigned team member's list of chats, which skips rows without a chat. */
function assignedRows(
  instance: InstanceId,
  { phone, private_id }: NamePair,
  hidden: PersonRecord | null,
  united: PersonRecord,
): Write[] {
  if (hidden?.assignee === undefined) return [];
  return [
    { delete: keys.assigned(instance, hidden.assignee, private_id) },
    ...(united.assignee === hidden.assignee ? [{ put: { ...keys.assigned(instance, hidden.assignee, phone) } }] : []),
  ];
}

/**
 * Claims that the person hasn't changed since their record was read. The count of waiting messages must be unchanged
 * too, because it determines whether the lane must recheck; the other fields are merged.
 */
const personAsRead = (read: PersonRecord | null): Claim[] => asRead(read, [...PERSON_FIELDS, "waiting", "merged_into"]);

/** Builds the write for the rarely used part of the record, if the private id had one. */
function contactWrites(
  instance: InstanceId,
  pair: NamePair,
  open: ContactRecord | null,
  hidden: ContactRecord | null,
  united: ContactRecord,
): Write[] {
  const place = keys.contact(instance, pair.private_id);
  if (hidden === null) return [{ check: place, if: [{ item: "absent" }] }];
  return [
    { delete: place, if: asRead(hidden, CONTACT_FIELDS) },
    { put: { ...keys.contact(instance, pair.phone), ...united }, if: asRead(open, CONTACT_FIELDS) },
  ];
}
