import type { Contact } from "../../../../core/contracts/contact.ts";
import type { Card } from "../../files/card-file.ts";
import { plainName } from "../chats/rules/people.ts";

/**
 * Returns a contact's address book card, or no card if the phone number is hidden. If no name is known, the number
 * serves as the name.
 */
export function cardOf({ phone, name, contact_name: own }: Pick<Contact, "phone" | "name" | "contact_name">): Card[] {
  if (phone === null) return [];
  const [saved, shown] = [plainName(name), plainName(own)];
  return [{ phone, name: saved ?? shown ?? `+${phone}`, nickname: saved === null || saved === shown ? null : shown }];
}
