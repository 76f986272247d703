import { proto } from "@whiskeysockets/baileys";
import type { MessageRecord } from "../../../../core/records/message.ts";

/** A field that the network's message does not have, with a text in it: 536,870,911, the highest of all. */
const OURS = Buffer.from([0xfa, 0xff, 0xff, 0xff, 0x0f]);
/** No handle of the network is nearly that long; its length takes two bytes here. */
const LONGEST = 4_096;
const LENGTH_BYTES = 2;

/**
 * The bytes of a channel's post with the network's handle of its file: a channel shows no file without it, and a repeat
 * of the post must give the same one. Readers of the message skip it as an unknown field.
 */
export function withHandle(message: Uint8Array, handle: string): Uint8Array {
  const text = Buffer.from(handle, "utf8");
  if (text.length > LONGEST) throw new Error("The network gave a file a handle that is too long.");
  const length = Buffer.from([(text.length & 0x7f) | 0x80, text.length >> 7]);
  return Buffer.concat([message, OURS, length, text]);
}

/** The post without it, as the network gets it; `handle` null: it has no file. */
export function splitHandle(bytes: Uint8Array): { message: proto.Message; handle: string | null } {
  const message = proto.Message.decode(bytes);
  const all = Buffer.from(bytes);
  for (let at = all.lastIndexOf(OURS); at >= 0; at = at > 0 ? all.lastIndexOf(OURS, at - 1) : -1) {
    const begin = at + OURS.length + LENGTH_BYTES;
    const [low = 0, high = 0] = all.subarray(at + OURS.length);
    if (begin + ((low & 0x7f) | (high << 7)) === all.length) {
      return { message, handle: all.subarray(begin).toString("utf8") };
    }
  }
  return { message, handle: null };
}

/** A change of a post with the handle of that post's file, which stays. */
export function withHandleOf(change: Uint8Array, { network_bytes }: Pick<MessageRecord, "network_bytes">): Uint8Array {
  const handle = network_bytes ? splitHandle(network_bytes).handle : null;
  return handle === null ? change : withHandle(change, handle);
}
