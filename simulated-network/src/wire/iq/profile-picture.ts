import type { BinaryNode } from "@whiskeysockets/baileys";
import { childBytes, node } from "../../format/nodes.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { requireAdmin } from "../../world/groups/permissions.ts";
import { changePicture, type PictureSubject, subjectAt, subjectKey } from "../../world/profiles/change-picture.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** Returns the URL of a person's or group's picture. */
export function profilePicture({ world, transaction, stanza }: Incoming): BinaryNode[] {
  const subject = subjectAt(transaction, stanza.attrs.target);
  const picture = subject && transaction.store.profiles.picture(subjectKey(subject));
  if (!picture) throw new IqError(404, "item-not-found");
  const { id, directPath } = picture;
  const url = `https://${world.media.host}${directPath}`;
  return [node("picture", { id, url, direct_path: directPath, type: "image" })];
}

/** The first bytes of a JPEG. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Changes, for a device, the account's own picture or a group's, or removes it if none is given. Answers its id. */
export function changeProfilePicture({ world, transaction, owner, stanza }: Incoming): BinaryNode[] {
  const { target } = stanza.attrs;
  const subject: PictureSubject | null = target ? subjectAt(transaction, target) : { kind: "person", person: owner };
  if (!subject) throw new IqError(404, "item-not-found");
  if (subject.kind === "person" && subject.person.phone !== owner.phone) throw new IqError(403, "forbidden");
  try {
    if (subject.kind === "group") requireAdmin(transaction, subject.group, owner.phone, !subject.group.locked);
  } catch (error) {
    throw error instanceof GroupError ? new IqError(error.code, error.message) : error;
  }
  const bytes = childBytes(stanza, "picture");
  if (bytes && subject.kind === "group" && !bytes.subarray(0, JPEG.length).equals(JPEG)) {
    throw new IqError(406, "not-acceptable");
  }
  const id = changePicture(world, transaction, subject, owner, bytes);
  return id === null ? [] : [node("picture", { id })];
}
