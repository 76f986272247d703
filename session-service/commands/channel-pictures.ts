import { createReadStream } from "node:fs";
import { DAY_MS } from "../../core/contracts/durations.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import type { ChannelPicture, NetworkChannel } from "../../core/domain/channels/channel.ts";
import { mediaKey } from "../../core/domain/files/media-key.ts";
import { storeChannelPicture } from "../../core/operations/channels/store-channel.ts";
import { channelRecords } from "../../core/records/chats/channel.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { fetchFile } from "../media/fetch-file.ts";
import type { SessionDeps } from "../session-deps.ts";

/** The maximum size of a copied picture. The network's pictures are a few tens of kilobytes. */
const COPY_MAX_BYTES = 5 * 1024 * 1024;
/** Files are stored for 30 days, so an unchanged picture must be copied again before its copy expires. */
const COPY_LASTS_MS = 20 * DAY_MS;
/** How many pictures to copy each time the list is loaded. The rest are left for the next time. */
const COPIES_A_LIST = 20;
const JPEG = "image/jpeg";

/** Copies those channel pictures for which we have no copy, or only an outdated one. @throws FenceLost */
export async function copyChannelPictures(
  deps: SessionDeps,
  owner: Owner,
  channels: readonly NetworkChannel[],
  over: AbortSignal,
): Promise<void> {
  let left = COPIES_A_LIST;
  for (const channel of channels) {
    if (left === 0 || over.aborted) return;
    if (channel.picture && (await keepPicture(deps, owner, channel))) left--;
  }
}

/**
 * Copies a channel's picture if we have no copy, or only an outdated one. @returns whether a copy was attempted.
 * @throws FenceLost
 */
export async function keepPicture(deps: SessionDeps, owner: Owner, channel: NetworkChannel): Promise<boolean> {
  if (!channel.picture) return false;
  const stored = await channelRecords.read(deps.table, owner.instance_id, channel.id);
  const known = stored?.picture;
  const isKept = known?.id === channel.picture.id && deps.clock.now().getTime() - known.stored_ms < COPY_LASTS_MS;
  if (!stored || isKept) return false;
  const picture = await copyPicture(deps, owner, channel.picture);
  await storeChannelPicture(deps, owner, channel.id, picture);
  if (known?.key) await deps.media.remove(known.key);
  return true;
}

/**
 * Copies a channel's picture. If the picture can't be fetched now, another attempt is made when the copy is due for
 * renewal.
 */
export async function copyPicture(
  deps: SessionDeps,
  owner: Owner,
  { id, url }: NonNullable<NetworkChannel["picture"]>,
): Promise<ChannelPicture> {
  const stored_ms = deps.clock.now().getTime();
  if (url === null) return { id, key: null, stored_ms };
  try {
    await using file = await fetchFile(deps, { url }, COPY_MAX_BYTES);
    if (file.type !== JPEG) return { id, key: null, stored_ms };
    return { id, key: await put(deps, owner, createReadStream(file.path)), stored_ms };
  } catch (error) {
    if (error instanceof FenceLost) throw error;
    const fields = { instance_id: owner.instance_id, error: String(error) };
    deps.log.warn(fields, "a channel's picture could not be copied");
    return { id, key: null, stored_ms };
  }
}

/** Stores a copy of the picture that has just been set for a channel. */
export async function keepGivenPicture(
  deps: SessionDeps,
  owner: Owner,
  { id: channel, picture }: NetworkChannel,
  jpeg: Buffer,
): Promise<void> {
  const copy: ChannelPicture = {
    id: picture?.id ?? UNNAMED,
    key: await put(deps, owner, jpeg),
    stored_ms: deps.clock.now().getTime(),
  };
  const stored = await channelRecords.read(deps.table, owner.instance_id, channel);
  await storeChannelPicture(deps, owner, channel, copy);
  if (stored?.picture?.key) await deps.media.remove(stored.picture.key);
}

/**
 * The placeholder for a picture's id until the network assigns one. The next list contains the assigned id, and the
 * picture is then copied.
 */
const UNNAMED = "";

async function put(deps: SessionDeps, owner: Owner, bytes: AsyncIterable<Uint8Array> | Uint8Array): Promise<string> {
  const key = mediaKey(owner.account_id, owner.instance_id, deps.ids.next("picture", deps.clock.now()));
  await deps.media.put(key, bytes, { mimetype: JPEG, filename: null, maxBytes: LIMITS.groupPictureMaxBytes });
  return key;
}
