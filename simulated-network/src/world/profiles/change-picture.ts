import { randomInt, randomUUID } from "node:crypto";
import { post } from "../../delivery/post.ts";
import { personAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { chatAt } from "../people/chats.ts";
import type { World } from "../world.ts";

/** The person or group that a picture belongs to. */
export type PictureSubject =
  | { readonly kind: "person"; readonly person: Person }
  | { readonly kind: "group"; readonly group: Group };

/**
 * Changes a person's or group's picture, or removes it (null). Notifies the group's members or everyone who has a chat
 * with the person. @returns the new picture's id.
 */
export function changePicture(
  world: World,
  transaction: Transaction,
  subject: PictureSubject,
  actor: Person,
  bytes: Buffer | null,
): string | null {
  const id = String(randomInt(1_000_000_000, 2_000_000_000));
  const picture = bytes && { id, directPath: world.media.store(bytes).directPath };
  transaction.store.profiles.setPicture(subjectKey(subject), picture);
  const author = personAddress(actor, subject.kind === "group" ? subject.group.form : "pn");
  const change = picture ? node("set", { id, author }) : node("delete", { author });
  for (const phone of audienceOf(transaction, subject)) {
    for (const device of transaction.store.devices.of(phone)) {
      const from = subject.kind === "group" ? subject.group.id : nameFor(subject.person);
      const attributes = { from, type: "picture", id: randomUUID(), t: seconds(transaction.now) };
      post(world, transaction, device, node("notification", attributes, [change]), {
        class: "notification",
        type: "picture",
      });
    }
  }
  return picture && id;
}

/** Returns the key that a picture is stored under. */
export function subjectKey(subject: PictureSubject): string {
  return subject.kind === "group" ? subject.group.id : subject.person.phone;
}

/** Returns the person or group at an address, or null if there is none. */
export function subjectAt(transaction: Transaction, address: string | undefined): PictureSubject | null {
  const chat = chatAt(transaction, address);
  if (chat?.kind === "person") return { kind: "person", person: chat.person };
  return chat?.kind === "group" ? { kind: "group", group: chat.group } : null;
}

function nameFor(person: Person): string {
  return personAddress(person, person.hide_number ? "lid" : "pn");
}

/**
 * Returns the people to notify: a group's members or, for a person, everyone they have a chat with and the person
 * themselves.
 */
function audienceOf(transaction: Transaction, subject: PictureSubject): string[] {
  if (subject.kind === "group") return transaction.store.members.of(subject.group.id).map(({ phone }) => phone);
  const known = transaction.store.messages.chatsOf(subject.person.phone).flatMap((id) => {
    const chat = chatAt(transaction, id);
    return chat?.kind === "person" ? [chat.person.phone] : [];
  });
  return [...new Set([subject.person.phone, ...known])];
}
