import type { Contact } from "../../contracts/contact.ts";
import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { phoneChat, phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { Clock, MediaStore } from "../../ports.ts";
import { type FoundContact, savedName } from "./read-contact.ts";

/**
 * How long a stored picture may be shown. Files are deleted once their retention days are over, and a link to a file
 * must work for a day.
 */
const PICTURE_SHOWN_MS = (LIMITS.retentionDays - 1) * DAY_MS;

/** Builds a contact in the form customers see. The picture is a link to the gateway's copy, valid for 24 hours. */
export async function presentContact(
  deps: { media: Pick<MediaStore, "link">; clock: Pick<Clock, "now"> },
  found: FoundContact,
): Promise<Contact> {
  const { person, known, contact } = found;
  const phone = known.phone ?? phoneOfPerson(person);
  return {
    id: known.chat_id ?? (phone === null ? person : phoneChat(phone)),
    phone,
    name: savedName(found),
    contact_name: known.contact_name ?? contact?.verified_name ?? null,
    business: contact?.business ?? false,
    blocked: known.blocked ?? false,
    picture_url: await pictureLink(deps, contact?.picture),
    wrote_first_at: timeOf(known.first_in_at),
    last_in_at: timeOf(known.last_in_at),
    opted_out_at: known.opted_out_ms === undefined ? null : wireTime(new Date(known.opted_out_ms)),
  };
}

type Picture = NonNullable<FoundContact["contact"]>["picture"];

async function pictureLink(
  { media, clock }: { media: Pick<MediaStore, "link">; clock: Pick<Clock, "now"> },
  picture: Picture,
): Promise<string | null> {
  const key = picture?.key;
  if (!key || clock.now().getTime() - picture.stored_ms >= PICTURE_SHOWN_MS) return null;
  return media.link(key, { mimetype: picture.mimetype, filename: null });
}

const timeOf = (at: string | undefined) => (at === undefined ? null : wireTime(new Date(at)));
