import type { LaneRow } from "../../lanes/lane.ts";
import { transactFenced } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import { underForm } from "../../records/message-form.ts";
import type { Owner } from "../../records/owner.ts";
import { readPerson } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { committed, type StepOutcome, waitingAsRead } from "../sending/send-steps.ts";
import { type MergeDeps, mergePerson } from "./merge-person.ts";

/**
 * Handles a waiting message whose recipient the network lists under another form of the number. From then on, both
 * forms belong to one person, and everything waiting for that person moves to the network's form. This message has not
 * started, so nothing was sent or counted, and the lane classifies it again. Safe to repeat. Spec: Message, `phone`;
 * docs/decisions/0155.
 * @param form the network's form, as digits. @throws FenceLost
 */
export async function moveToForm(
  deps: MergeDeps,
  own: Owner,
  row: LaneRow,
  message: MessageRecord,
  form: string,
): Promise<StepOutcome> {
  const { phone, person } = message;
  if (phone === null || person === null) throw new Error("Only a phone's person has another form.");
  await mergePerson(deps, own, { phone: form, private_id: phone });
  // The count of waiting messages has already moved with the person.
  if (!message.uncounted) return "done";
  const found = await readPerson(deps.table, own.instance_id, form);
  return committed(
    transactFenced(deps.table, own.instance_id, own.fence, [
      {
        update: { pk: row.pk, sk: row.sk },
        set: { person: found.person },
        if: [{ field: "person", op: "=", value: person }],
      },
      {
        update: keys.message(message.account_id, message.id),
        set: { person: found.person, ...underForm(message, found) },
        if: waitingAsRead(message),
      },
    ]),
  );
}
