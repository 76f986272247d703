import type { Contact } from "../../../../core/contracts/contact.ts";
import type { Card } from "../../files/card-file.ts";
import { plainName } from "../chats/rules/people.ts";

/** Returns a contact's card, or none if their number is hidden. Without a known name it is called by the number. */
export function cardOf({ phone, name, contact_name: own }: Pick<Contact, "phone" | "name" | "contact_name">): Card[] {
  if (phone === null) return [];
  const [saved, shown] = [plainName(name), plainName(own)];
  return [{ phone, name: saved ?? shown ?? `+${phone}`, nickname: saved === null || saved === shown ? null : shown }];
}
