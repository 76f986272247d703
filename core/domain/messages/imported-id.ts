import { createHash } from "node:crypto";
import { encodeTime } from "ulid";
import type { InstanceId, MessageId } from "../../contracts/ids.ts";

/** The parts of a ULID: ten characters for its time, and sixteen characters of five bits each. */
const [TIME_CHARS, RANDOM_CHARS, BITS_A_CHAR] = [10, 16, 5];
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Derives the id of a message imported from a phone's history. The id contains the time of writing, and the same
 * message always gets the same id.
 * @param named everything that the network uses to distinguish the message from the instance's other messages.
 */
export function importedId(instance: InstanceId, named: string[], writtenAt: Date): MessageId {
  const hash = createHash("sha256")
    .update(JSON.stringify([instance, ...named]))
    .digest();
  let bits = BigInt(`0x${hash.subarray(0, (RANDOM_CHARS * BITS_A_CHAR) / 8).toString("hex")}`);
  let random = "";
  for (let at = 0; at < RANDOM_CHARS; at++) {
    random += ALPHABET[Number(bits & 31n)];
    bits >>= 5n;
  }
  return `msg_${encodeTime(Math.max(0, writtenAt.getTime()), TIME_CHARS)}${random}`;
}
