import type { BroadcastRecipient } from "../../contracts/broadcasts/broadcast.ts";
import type { RecipientStatus } from "../../contracts/broadcasts/broadcast-states.ts";
import { recipientStatus } from "../../domain/broadcasts/progress.ts";
import { PAGE_PEOPLE, type RecipientState, STATE_ERRORS, stateAt } from "../../domain/broadcasts/recipient-states.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import { type AudiencePerson, peoplePages, sentTo } from "../../records/broadcasts/broadcast-pages.ts";
import { type MessageRecord, messageRecords } from "../../records/message.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { readStatePages } from "./sum-progress.ts";

/** A recipient to return: their position in the list and their state. */
interface Place {
  page: number;
  at: number;
  state: RecipientState | null;
}

/**
 * Lists a broadcast's recipients in list order, filtered by state. Pages without a matching state are not read. Spec:
 * GET /v1/broadcasts/{id}/recipients. @param status null selects all recipients.
 */
export async function listRecipients(
  table: Table,
  broadcast: BroadcastRecord,
  { status, limit, offset }: { status: RecipientStatus | null; limit: number; offset: number },
): Promise<BroadcastRecipient[]> {
  const places: Place[] = [];
  for (const [page, states] of (await readStatePages(table, broadcast)).entries()) {
    for (let at = 0; at < Math.min(states.count, PAGE_PEOPLE); at++) {
      const state = stateAt(states, at);
      if (status === null || recipientStatus(state, broadcast.status) === status) places.push({ page, at, state });
    }
  }
  const meant = places.slice(offset, offset + limit);
  const people = await readPeople(table, broadcast, meant);
  const messages = await readMessages(table, broadcast, people);
  return people.map(({ recipient, state }) => {
    const message = messages.get(recipient.person) ?? null;
    const shown = recipientStatus(state, broadcast.status);
    return {
      phone: recipient.phone,
      name: recipient.name,
      status: shown,
      message_id: message?.id ?? null,
      error_code: message?.error_code ?? (state && STATE_ERRORS[state]) ?? null,
      at: message && timeOf(message, shown),
    };
  });
}

interface Shown {
  recipient: AudiencePerson;
  state: RecipientState | null;
}

async function readPeople(table: Table, { id, instance_id, gen }: BroadcastRecord, places: Place[]): Promise<Shown[]> {
  const numbers = [...new Set(places.map(({ page }) => page))];
  const items = await table.getMany(numbers.map((page) => keys.broadcastPeople(instance_id, id, gen, page)));
  return places.flatMap(({ page, at, state }) => {
    const recipient = peoplePages.among(items, instance_id, id, gen, page)?.people[at];
    return recipient ? [{ recipient, state }] : [];
  });
}

/** Reads the messages sent to these people, by person key. Messages that have expired are missing. */
async function readMessages(
  table: Table,
  { id, account_id, instance_id }: BroadcastRecord,
  people: Shown[],
): Promise<Map<string, MessageRecord>> {
  const sent = await table.getMany(
    people.map(({ recipient }) => keys.broadcastSent(instance_id, id, recipient.person)),
  );
  const items = await table.getMany(sent.map((item) => keys.message(account_id, sentTo.of(item).message_id)));
  const byId = new Map(items.map((item) => [item.sk, messageRecords.of(item)]));
  const found = new Map<string, MessageRecord>();
  for (const { recipient } of people) {
    const own = sentTo.among(sent, instance_id, id, recipient.person);
    const message = own && byId.get(own.message_id);
    if (message) found.set(recipient.person, message);
  }
  return found;
}

/** Returns when a recipient reached a status, judging by the message sent to them. */
function timeOf({ sent_at, delivered_at, read_at }: MessageRecord, status: RecipientStatus): string | null {
  if (status === "read" || status === "replied") return read_at ?? delivered_at ?? sent_at;
  return status === "delivered" ? (delivered_at ?? sent_at) : sent_at;
}
