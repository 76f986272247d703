import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireDone } from "../commands/run-command.ts";
import { contactKey, readContact } from "./read-contact.ts";

/**
 * Blocks or unblocks a contact on the network. The request is sent even if the stored record already matches, because
 * the phone may have just changed the setting.
 * @throws ApiError `validation_failed` for the instance's own number; `not_found`; `person_unknown` while the network
 * does not recognize their private id; `not_connected`; `messenger_refused`; `messenger_unavailable`, `unavailable`.
 * Spec: PUT, DELETE /v1/instances/{id}/contacts/{contact}/block.
 */
export async function setContactBlocked(
  deps: LaneDeps,
  instance: InstanceRecord,
  given: string,
  blocked: boolean,
): Promise<void> {
  if (contactKey(given) === instance.phone) {
    throw new ApiError("validation_failed", { errors: { contact: [OWN_NUMBER] } });
  }
  const { person, known } = await readContact(deps.table, instance.id, given);
  const shown_name = known.contact_name ?? null;
  await requireDone(deps, instance, { kind: "set_blocked", person, blocked, shown_name });
}

const OWN_NUMBER = "This is the instance's own number. Use the phone or id of another person.";
