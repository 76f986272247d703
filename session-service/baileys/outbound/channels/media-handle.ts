import { proto } from "@whiskeysockets/baileys";
import type { MessageRecord } from "../../../../core/records/message.ts";

/**
 * The tag of a string field that doesn't exist in the network's message format. Its number is 536,870,911, the highest
 * possible.
 */
const OURS = Buffer.from([0xfa, 0xff, 0xff, 0xff, 0x0f]);
/** An upper limit far above the length of any handle. The length itself is stored in two bytes. */
const LONGEST = 4_096;
const LENGTH_BYTES = 2;

/**
 * Returns a channel post's bytes with the network's handle for its file added, so a repeat of the post uses the same
 * handle. Channels don't display a file without a handle. Other decoders of the message skip the handle as an unknown
 * field.
 */
export function withHandle(message: Uint8Array, handle: string): Uint8Array {
  const text = Buffer.from(handle, "utf8");
  if (text.length > LONGEST) throw new Error("The network returned a file handle that is too long.");
  const length = Buffer.from([(text.length & 0x7f) | 0x80, text.length >> 7]);
  return Buffer.concat([message, OURS, length, text]);
}

/** Returns the post without its handle, as sent to the network. `handle` is null if the post has no file. */
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

/** Adds the handle of a post's file to a change to that post. The file itself is unchanged. */
export function withHandleOf(change: Uint8Array, { network_bytes }: Pick<MessageRecord, "network_bytes">): Uint8Array {
  const handle = network_bytes ? splitHandle(network_bytes).handle : null;
  return handle === null ? change : withHandle(change, handle);
}
