import type { Contact } from "../contact.ts";
import { plainName } from "../plain-name.ts";
import type { Card } from "./card-file.ts";

/**
 * Returns a contact's address book card, or no card if the phone number is hidden. If the contact has no name, its
 * number is used as the name.
 */
export function cardOf({ phone, name, contact_name: own }: Pick<Contact, "phone" | "name" | "contact_name">): Card[] {
  if (phone === null) return [];
  const [saved, shown] = [plainName(name), plainName(own)];
  return [{ phone, name: saved ?? shown ?? `+${phone}`, nickname: saved === null || saved === shown ? null : shown }];
}
