import type { Channel } from "../../contracts/channels/channel.ts";
import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { ChannelFields, ChannelPicture } from "../../domain/channels/channel.ts";
import { channelLink } from "../../domain/channels/channel-code.ts";
import type { Clock, MediaStore } from "../../ports.ts";

/**
 * How long a stored picture may be shown. Files are deleted once their retention days are over, and a link to a file
 * must work for a day.
 */
const PICTURE_SHOWN_MS = (LIMITS.retentionDays - 1) * DAY_MS;

type Deps = { media: Pick<MediaStore, "link">; clock: Pick<Clock, "now"> };

/** Builds a channel as customers see it. The picture is a link to the gateway's copy, valid for 24 hours. */
export async function presentChannel(deps: Deps, id: string, channel: ChannelFields): Promise<Channel> {
  const { title = "", description = null, invite, picture, role = null, verified = false, subscribers = 0 } = channel;
  return {
    id,
    name: title,
    description,
    invite_link: invite === undefined ? null : channelLink(invite),
    picture_url: await pictureLink(deps, picture),
    role,
    verified,
    subscribers,
  };
}

async function pictureLink({ media, clock }: Deps, picture: ChannelPicture | undefined): Promise<string | null> {
  const key = picture?.key ?? null;
  if (!picture || key === null || clock.now().getTime() - picture.stored_ms >= PICTURE_SHOWN_MS) return null;
  return media.link(key, { mimetype: "image/jpeg", filename: null });
}
