import type { BinaryNode } from "@whiskeysockets/baileys";
import { post } from "../../../delivery/post.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Turn } from "../../../store/turns.ts";
import type { World } from "../../world.ts";
import { takeMessage } from "./take-message.ts";

/**
 * Brings a message stanza to one device: a linked device gets it through its connection, a phone opens it at once or,
 * when it is switched off, later.
 *
 * @returns false when a phone could not read it.
 */
export async function handOver(
  world: World,
  turn: Turn,
  owner: Person,
  device: number,
  stanza: BinaryNode,
): Promise<boolean> {
  if (device === 0 && owner.online) return takeMessage(world, turn, owner, stanza);
  post(world, turn, { phone: owner.phone, device }, stanza, { class: "message", type: "" });
  return true;
}

/** Gives a phone that was switched on again the stanzas that waited for it, in order. */
export async function emptyMailbox(world: World, turn: Turn, owner: Person): Promise<void> {
  for (const waiting of turn.store.waiting.of({ phone: owner.phone, device: 0 })) {
    turn.store.waiting.remove(waiting.seq);
    await takeMessage(world, turn, owner, waiting.node);
  }
}
