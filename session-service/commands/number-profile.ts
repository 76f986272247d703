import { createReadStream } from "node:fs";
import { DAY_MS } from "../../core/contracts/durations.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import { mediaKey } from "../../core/domain/files/media-key.ts";
import type { NumberCommand } from "../../core/records/command.ts";
import { transactFenced } from "../../core/records/fence.ts";
import type { ProfilePicture, ProfileRecord } from "../../core/records/profile.ts";
import { profileRecords } from "../../core/records/profile.ts";
import { noteSafety } from "../../core/records/safety.ts";
import { keys } from "../../core/store/keys.ts";
import { parseOwnPhone } from "../baileys/shared/network-ids.ts";
import { fetchFile } from "../media/fetch-file.ts";
import { profileJpeg } from "../media/profile-jpeg.ts";
import type { CommandTools } from "./command-tools.ts";
import { givenPicture } from "./given-picture.ts";

/** The maximum size of a copied picture. The network's pictures are smaller. */
const COPY_MAX_BYTES = 5 * 1024 * 1024;
/** Files are stored for 30 days, so an unchanged picture must be copied again before its copy expires. */
const COPY_LASTS_MS = 20 * DAY_MS;
const JPEG = "image/jpeg";
const PROFILE_PICTURE = { maxBytes: LIMITS.sentFileMaxBytes.image, make: profileJpeg };

/**
 * Returns the profile as the network shows it, with a copy of its picture, and stores it as last seen.
 * @param made the fields that were just changed and need not be queried. @throws NetworkRefusal, AnswerUnknown,
 * FenceLost
 */
export async function readProfile(tools: CommandTools, made: Partial<ProfileRecord> = {}): Promise<ProfileRecord> {
  const { deps, session, network } = tools;
  const phone = parseOwnPhone(network.ownId() ?? "");
  const stored = await profileRecords.read(deps.table, session.instance_id);
  const before = stored?.phone === phone ? stored : null;
  const profile: ProfileRecord = {
    name: made.name ?? network.ownName(),
    about: made.about ?? (await network.readAbout()),
    picture: made.picture === undefined ? await copyPicture(tools, before?.picture ?? null) : made.picture,
  };
  if (profile.about === "") profile.about = null;
  const put = { put: { ...keys.profile(session.instance_id), phone, ...profile } };
  // The number's safety score depends on the profile as well.
  const shown = noteSafety(session.instance_id, { has_picture_and_name: Boolean(profile.name && profile.picture) });
  await transactFenced(deps.table, session.instance_id, session.fence, [put, shown]);
  const old = stored?.picture?.key;
  if (old !== undefined && old !== profile.picture?.key) await deps.media.remove(old);
  return profile;
}

/**
 * Changes the given fields. The picture is set last, but it is fetched and checked before anything changes.
 * @throws PictureRefused, SettingsNotReady, NetworkRefusal, AnswerUnknown, FenceLost
 */
export async function changeProfile(
  tools: CommandTools,
  { name, about, picture }: Extract<NumberCommand, { kind: "change_profile" }>,
): Promise<ProfileRecord> {
  const { network } = tools;
  const jpeg = picture ? await givenPicture(tools.deps, picture, PROFILE_PICTURE) : null;
  if (name !== undefined) await network.setName(name);
  if (about !== undefined) await network.setAbout(about);
  if (picture !== undefined) await network.setPicture(jpeg);
  return readProfile(tools, {
    ...(name !== undefined && { name }),
    ...(about !== undefined && { about }),
    ...(picture !== undefined && { picture: jpeg && (await storePicture(tools, jpeg, "")) }),
  });
}

/**
 * Returns our copy of the current picture. A new copy is made only if the picture has changed; if that fails, the
 * existing copy is retained.
 */
async function copyPicture(tools: CommandTools, known: ProfilePicture | null): Promise<ProfilePicture | null> {
  const { deps, session, network } = tools;
  const url = await network.pictureUrl();
  if (url === null) return null;
  const source = new URL(url).pathname;
  const now = deps.clock.now().getTime();
  if (known?.source === source && now - Date.parse(known.stored_at) < COPY_LASTS_MS) return known;
  try {
    await using file = await fetchFile(deps, { url }, COPY_MAX_BYTES);
    return await storePicture(tools, createReadStream(file.path), source, file.type ?? JPEG);
  } catch (error) {
    deps.log.warn(
      { instance_id: session.instance_id, error: String(error) },
      "the profile picture could not be copied",
    );
    return known;
  }
}

async function storePicture(
  { deps, session }: CommandTools,
  bytes: Buffer | AsyncIterable<Uint8Array>,
  source: string,
  mimetype: string = JPEG,
): Promise<ProfilePicture> {
  const now = deps.clock.now();
  const key = mediaKey(session.account_id, session.instance_id, deps.ids.next("picture", now));
  await deps.media.put(key, bytes, { mimetype, filename: null, maxBytes: COPY_MAX_BYTES });
  return { key, mimetype, source, stored_at: now.toISOString() };
}
