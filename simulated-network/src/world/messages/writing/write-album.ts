import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { inAlbum, writeAlbum } from "../../content/album.ts";
import { type NewMedia, writeMedia } from "../../content/write-media.ts";
import type { Chat } from "../../people/chats.ts";
import type { World } from "../../world.ts";
import { targetOf } from "./target.ts";
import { writeFromPhone } from "./write-from-phone.ts";

/**
 * Sends several pictures or videos as a single album on behalf of a person. @returns the ids: the album's own, then
 * each file's.
 */
export async function writeAlbumFromPhone(
  world: World,
  transaction: Transaction,
  author: Person,
  chat: Chat,
  files: readonly NewMedia[],
  caption: string | null,
): Promise<string[]> {
  const album = await writeFromPhone(world, transaction, author, chat, writeAlbum(files));
  const ids = [album.id];
  const shown = transaction.store.messages.find(author.phone, album.id);
  if (!shown) throw new Error("The phone does not show its own album.");
  const { key } = targetOf(transaction, author, shown);
  for (const [index, file] of files.entries()) {
    const picture = writeMedia(world.media, file, index === 0 ? caption : null, transaction.now);
    ids.push((await writeFromPhone(world, transaction, author, chat, inAlbum(picture, key))).id);
  }
  return ids;
}
