import { ID_PREFIXES, type MessageId } from "../../contracts/ids.ts";
import { arrivalCourse, isByNewForm, isOthersPost, type KnownNames } from "../../domain/messages/arrival-course.ts";
import { automationsRecords } from "../../records/answers/automations.ts";
import { chatOfPerson, sharedPlace, sharedRecords } from "../../records/chats/chat-as-read.ts";
import { chatItem } from "../../records/chats/stored-chat.ts";
import { routeKeys, routeOf } from "../../records/event.ts";
import { type FoundOptOut, findKeptOptOut } from "../../records/kept-opt-outs.ts";
import { fileLink } from "../../records/message-view.ts";
import { isStoredEarlier } from "../../records/network-message.ts";
import { type FoundPerson, readPersonWith } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Key, Table } from "../../store/table.ts";
import { readLaterSilence } from "../answers/note-chat-text.ts";
import { readBroadcastAnswer } from "../broadcasts/note-answer.ts";
import { readLinkText } from "../otps/notice-link-text.ts";
import type { ArrivalContext, ArrivalDeps, FirstRead, Refusal } from "./arrival-context.ts";
import { answerOf, isTheirs, linkTextOf } from "./arrived-text.ts";
import { readCountingDay } from "./count-received.ts";
import { NAMES_NONE } from "./describe-received.ts";
import { findOtherForm } from "./find-other-form.ts";
import { findNamed } from "./find-quoted.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/**
 * Placeholders for the data that takes a second request to load. Most messages don't need that request, and messages
 * that aren't stored need none of this data.
 */
const NO_MORE = { named: NAMES_NONE, fileUrl: null, link: null, answer: null, day: null, silentMs: 0 };

/**
 * Reads everything needed to decide what to do with a message. A single request fetches the message's chat and its
 * event's route. Only a few messages need more reads: those with a quote, a code or a keyword for a broadcast, and the
 * first message counted each day.
 * @param refusal how the last attempt to store the message was refused, or null if this is the first attempt.
 */
export async function readArrival(
  deps: ArrivalDeps,
  incoming: IncomingMessage,
  refusal: Refusal | null,
): Promise<ArrivalContext> {
  const { earlier, ...first } = await readFirst(deps.table, incoming);
  const { found } = first;
  const author = incoming.from_me ? "out" : (found?.person ?? incoming.person);
  const isStored = refusal?.isStored || (await wasStoredEarlier(deps, incoming, author, found, earlier));
  const names = found && (await namesOf(deps.table, incoming, found));
  const course = arrivalCourse(incoming, names, isStored);
  const now = deps.clock.now();
  const context = { ...first, author, course, id: incoming.id ?? deps.ids.next(ID_PREFIXES.message, now), ...NO_MORE };
  if (course.kind !== "store") return context;
  const { file, instance_id, written_at } = incoming;
  const isTeams = incoming.from_me && found !== null;
  return {
    ...context,
    named: await findNamed(deps, incoming),
    fileUrl: file ? await fileLink(deps, file) : null,
    ...(found && (await readMeaning(deps, incoming, { ...context, found }, now))),
    day: found && (await readCountingDay(deps.table, instance_id, now, refusal?.receiving)),
    ...(isTeams && {
      silentMs: await readLaterSilence(
        deps.table,
        { instance_id, person: found.person, written_at },
        first.automations,
        now,
      ),
    }),
  };
}

/** Reads the chat, the event's route, and any network id row under an earlier key of the author, in one request. */
async function readFirst(table: Table, incoming: IncomingMessage): Promise<FirstRead & { earlier?: Item | null }> {
  const { account_id: account, instance_id: instance, person } = incoming;
  const places = routeKeys(account, instance);
  const place = sharedPlace(incoming.chat_id);
  if (place) {
    const items = await table.getMany([chatItem(instance, place), ...places]);
    const record = sharedRecords(place).among(items, instance, place.key);
    const chat = { instance_id: instance, ...place, record };
    return { chat, found: null, route: routeOf(account, instance, items), automations: null };
  }
  const earlier = earlierRow(incoming);
  const others = [...places, keys.automations(instance), ...(earlier ? [earlier] : [])];
  const { found, items } = await readPersonWith(table, instance, person, others);
  return {
    chat: chatOfPerson(instance, found),
    found,
    route: routeOf(account, instance, items),
    automations: automationsRecords.among(items, instance),
    // The stanza contains both of the author's ids, so a separate read is only needed if the second id wasn't stored.
    ...(earlier && found.known?.private_id === incoming.private_id && { earlier: rowAt(earlier, items) }),
  };
}

const rowAt = (place: Key, items: readonly Item[]): Item | null =>
  items.find(({ pk, sk }) => pk === place.pk && sk === place.sk) ?? null;

/**
 * Returns the key of the network id's row if the message may have been stored before its author's phone number was
 * known. Returns null if such a row can't exist.
 */
function earlierRow({ instance_id, network_id, from_me, phone, private_id: earlier }: IncomingMessage): Key | null {
  return from_me || phone === null || !earlier ? null : keys.networkId(instance_id, earlier, network_id);
}

/**
 * Checks whether the message was stored under an earlier key of its author.
 * @param earlier the row for the message's network id under that key, or undefined if the row wasn't read.
 */
async function wasStoredEarlier(
  deps: { table: Table },
  incoming: IncomingMessage,
  author: string,
  found: FoundPerson | null,
  earlier: Item | null | undefined,
): Promise<boolean> {
  if (isOthersPost(incoming)) return false;
  if (earlier !== undefined) return earlier !== null;
  const { instance_id, network_id } = incoming;
  return isStoredEarlier(deps, { instance_id, author, network_id }, found?.known);
}

/**
 * Returns all of a person's keys. When the person writes for the first time, also looks for another form of their
 * number.
 */
async function namesOf(table: Table, incoming: IncomingMessage, found: FoundPerson): Promise<KnownNames> {
  const { person, known } = found;
  const other_form = isByNewForm(incoming.phone, person) ? null : await findOtherForm(table, incoming, found);
  return { person, private_id: known?.private_id, other_form };
}

/**
 * Determines how a person's message affects OTP links and, if it doesn't, broadcasts. A link's code has no other
 * effect.
 */
async function readMeaning(
  deps: ArrivalDeps,
  incoming: IncomingMessage,
  { id, found }: { id: MessageId; found: FoundPerson },
  now: Date,
): Promise<Pick<ArrivalContext, "link" | "answer">> {
  if (!isTheirs(incoming)) return { link: null, answer: null };
  const text = linkTextOf(incoming);
  const link = text && (await readLinkText(deps, { ...text, message_id: id }, found, now));
  const kept = await optOutOf(deps, incoming, found);
  const isMeant = link === null || kept !== null;
  return {
    link,
    answer: isMeant ? await readBroadcastAnswer(deps.table, answerOf(incoming, found), found, kept) : null,
  };
}

/** Checks whether a person who is writing for the first time had opted out before their data was erased. */
async function optOutOf(
  { table, optOuts }: ArrivalDeps,
  { instance_id, phone, private_id }: IncomingMessage,
  { person, known }: FoundPerson,
): Promise<FoundOptOut | null> {
  if (known?.first_in_at !== undefined || known?.opted_out_ms !== undefined) return null;
  return findKeptOptOut(table, optOuts, instance_id, [person, phone, private_id, known?.private_id]);
}
