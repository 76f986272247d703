import type { BinaryNode } from "@whiskeysockets/baileys";
import { type Attributes, node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import { participantAttributes } from "../people/member-names.ts";
import type { Room } from "../people/room.ts";

/** A copy of a message in a room. All recipients get the same copy, including the author's own devices. */
export interface RoomCopy {
  readonly id: string;
  readonly room: Room;
  readonly author: Person;
  readonly authorDevice: number;
  readonly at: Date;
  /** The `type` and `edit` attributes of the author's stanza. */
  readonly attributes: Attributes;
  readonly content: BinaryNode[];
}

/** Builds the stanza that delivers a copy to a member's device. */
export function roomStanza({ id, room, author, authorDevice, at, attributes, content }: RoomCopy): BinaryNode {
  const basic = { from: room.id, id, t: seconds(at), notify: author.name };
  return node("message", { ...basic, ...attributes, ...participantAttributes(room, author, authorDevice) }, content);
}
