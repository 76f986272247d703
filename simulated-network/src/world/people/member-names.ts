import { type AddressForm, deviceAddress, type PersonNames, personAddress } from "../../format/addresses.ts";
import type { Attributes } from "../../format/nodes.ts";
import type { GroupRole } from "../../store/groups/members-table.ts";
import type { Room } from "./room.ts";

/** A person's identifiers and privacy choice, which determine how they are identified in a room. */
export interface MemberNames extends PersonNames {
  readonly hide_number: boolean;
}

/** Returns the form of address for a person in a room: the private id if they hide their number. */
export function memberForm(room: Room, person: MemberNames): AddressForm {
  return person.hide_number ? "lid" : room.form;
}

/** Returns a member's attributes for lists: both addresses and, for an admin or owner, the role. */
export function memberAttributes(room: Room, person: MemberNames, role: GroupRole | null = null): Attributes {
  const form = memberForm(room, person);
  const pn = person.hide_number ? undefined : personAddress(person, "pn");
  return {
    jid: personAddress(person, form),
    phone_number: form === "lid" ? pn : undefined,
    lid: form === "pn" ? personAddress(person, "lid") : undefined,
    type: role === "owner" ? "superadmin" : role === "admin" ? "admin" : undefined,
  };
}

/** Returns the attributes that identify a person who acts or writes in a room. */
export function participantAttributes(room: Room, person: MemberNames, device = 0): Attributes {
  const form = memberForm(room, person);
  const pn = person.hide_number ? undefined : personAddress(person, "pn");
  return {
    participant: deviceAddress(person, device, form),
    participant_pn: form === "lid" ? pn : undefined,
    participant_lid: form === "pn" ? personAddress(person, "lid") : undefined,
    addressing_mode: form,
  };
}
