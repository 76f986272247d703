import { type AddressForm, deviceAddress, personAddress } from "../../format/addresses.ts";
import type { Attributes } from "../../format/nodes.ts";
import type { GroupRole } from "../../store/members-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Room } from "./room.ts";

/** How this person is named in this room. Who hides the number has no other name than the private id. */
export function memberForm(room: Room, person: Person): AddressForm {
  return person.hide_number ? "lid" : room.form;
}

/** A member as lists show them: the address, the other address beside it, the role where it is one. */
export function memberAttributes(room: Room, person: Person, role: GroupRole | null = null): Attributes {
  const form = memberForm(room, person);
  const pn = person.hide_number ? undefined : personAddress(person, "pn");
  return {
    jid: personAddress(person, form),
    phone_number: form === "lid" ? pn : undefined,
    lid: form === "pn" ? personAddress(person, "lid") : undefined,
    type: role === "owner" ? "superadmin" : role === "admin" ? "admin" : undefined,
  };
}

/** Who acts or writes, as a stanza from the room names them. */
export function participantAttributes(room: Room, person: Person, device = 0): Attributes {
  const form = memberForm(room, person);
  const pn = person.hide_number ? undefined : personAddress(person, "pn");
  return {
    participant: deviceAddress(person, device, form),
    participant_pn: form === "lid" ? pn : undefined,
    participant_lid: form === "pn" ? personAddress(person, "lid") : undefined,
    addressing_mode: form,
  };
}
