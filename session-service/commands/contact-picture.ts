import { createReadStream } from "node:fs";
import type { ContactPicture } from "../../core/domain/chats/contact-picture.ts";
import { mediaKey } from "../../core/domain/files/media-key.ts";
import { contactRecords } from "../../core/records/chats/contact.ts";
import { transactFenced } from "../../core/records/fence.ts";
import { readPerson } from "../../core/records/person.ts";
import { isCommitted } from "../../core/store/is-committed.ts";
import { keys } from "../../core/store/keys.ts";
import { fetchFile } from "../media/fetch-file.ts";
import type { CommandTools } from "./command-tools.ts";

/** The maximum size of a copied picture. The network's pictures are a few tens of kilobytes. */
const COPY_MAX_BYTES = 5 * 1024 * 1024;
const JPEG = "image/jpeg";
/** The only file types accepted from a picture's URL. */
const PICTURES: ReadonlySet<string> = new Set([JPEG, "image/png"]);

/**
 * Checks a person's picture and stores a copy of it, replacing the previous copy.
 * @returns null if too many other pictures are currently being requested, or if the person was erased or merged in the
 * meantime.
 * @throws FenceLost, and any error that prevents the copy. In that case, the previous copy is left unchanged.
 */
export async function copyContactPicture(tools: CommandTools, person: string): Promise<ContactPicture | null> {
  const { deps, session, network } = tools;
  const url = await network.contactPictureUrl(person);
  if (url === undefined) return null;
  const copied = url === null ? { key: null, mimetype: JPEG } : await copyOf(tools, url);
  const now = deps.clock.now().getTime();
  const picture: ContactPicture = { ...copied, stored_ms: now, asked_ms: now };
  const { person: key } = await readPerson(deps.table, session.instance_id, person);
  const before = await contactRecords.read(deps.table, session.instance_id, key);
  const isStored = await isCommitted(
    transactFenced(deps.table, session.instance_id, session.fence, [
      { update: keys.contact(session.instance_id, key), set: { picture } },
      {
        check: keys.person(session.instance_id, key),
        if: [{ item: "exists" }, { field: "merged_into", is: "missing" }],
      },
    ]),
  );
  // The person's data was erased, or the person was merged into another one.
  if (!isStored && copied.key !== null) await deps.media.remove(copied.key);
  if (!isStored) return null;
  if (before?.picture?.key) await deps.media.remove(before.picture.key);
  return picture;
}

async function copyOf({ deps, session }: CommandTools, url: string): Promise<Pick<ContactPicture, "key" | "mimetype">> {
  await using file = await fetchFile(deps, { url }, COPY_MAX_BYTES);
  const mimetype = file.type ?? JPEG;
  if (!PICTURES.has(mimetype)) return { key: null, mimetype: JPEG };
  const key = mediaKey(session.account_id, session.instance_id, deps.ids.next("picture", deps.clock.now()));
  const about = { mimetype, filename: null, maxBytes: COPY_MAX_BYTES };
  await deps.media.put(key, createReadStream(file.path), about);
  return { key, mimetype };
}
