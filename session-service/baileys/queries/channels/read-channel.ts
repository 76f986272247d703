import type { ChannelRole } from "../../../../core/contracts/channels/channel.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import type { NetworkChannel } from "../../../../core/domain/channels/channel.ts";
import { foreign } from "../../inbound/bounds/foreign.ts";
import { takenAddress, takenId } from "../../inbound/bounds/ids.ts";
import { takenText, takenUrl } from "../../inbound/bounds/texts.ts";
import { parseParty } from "../../shared/network-ids.ts";
import { fieldOf } from "./ask-mex.ts";

const ROLES: Readonly<Record<string, ChannelRole>> = { OWNER: "owner", ADMIN: "admin", SUBSCRIBER: "subscriber" };
/**
 * The states in which no one can see a channel: it was deleted, or the network closed it, either everywhere or in our
 * country.
 */
const GONE: ReadonlySet<unknown> = new Set(["DELETED", "NON_EXISTING", "SUSPENDED", "GEOSUSPENDED"]);
const CODE = /^[\w-]{1,64}$/;
const MOST_SUBSCRIBERS = 10_000_000_000;
/** The network's own picture store. */
const PICTURES = "https://pps.whatsapp.net";

/** Whether the network reports that the channel doesn't exist or no longer exists. */
export const isGone = (told: unknown): boolean => told === null || GONE.has(fieldOf(fieldOf(told, "state"), "type"));

/** Parses a channel from the network's response, or returns null if its shape isn't recognized. */
export function readChannel(told: unknown): NetworkChannel | null {
  const id = takenAddress(foreignText(fieldOf(told, "id")));
  const thread = fieldOf(told, "thread_metadata");
  const name = textAt(fieldOf(thread, "name"), LIMITS.channelNameMaxChars);
  if (id === null || parseParty(id).kind !== "channel" || name === null) return null;
  const code = fieldOf(thread, "invite");
  const viewer = fieldOf(told, "viewer_metadata");
  const role = fieldOf(viewer, "role");
  return {
    id,
    name,
    description: textAt(fieldOf(thread, "description"), LIMITS.channelDescriptionMaxChars),
    invite: typeof code === "string" && CODE.test(code) ? code : null,
    verified: fieldOf(thread, "verification") === "VERIFIED",
    subscribers: countOf(fieldOf(thread, "subscribers_count")),
    picture: pictureOf(fieldOf(thread, "picture")),
    ...(typeof role === "string" && { role: ROLES[role] ?? null }),
  };
}

function pictureOf(told: unknown): NetworkChannel["picture"] {
  const id = takenId(foreignText(fieldOf(told, "id")));
  if (id === null) return null;
  const url = takenUrl(foreignText(fieldOf(told, "url")));
  const path = takenUrl(foreignText(fieldOf(told, "direct_path")));
  return { id, url: url ?? (path?.startsWith("/") ? `${PICTURES}${path}` : null) };
}

function textAt(told: unknown, maxChars: number): string | null {
  // `takenText` counts UTF-16 units, and a character has at most two.
  return takenText(foreignText(fieldOf(told, "text")), 2 * maxChars);
}

function countOf(told: unknown): number {
  const count = typeof told === "string" && /^\d{1,15}$/.test(told) ? Number(told) : told;
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? Math.min(count, MOST_SUBSCRIBERS) : 0;
}

const foreignText = (value: unknown) => foreign<string | null>(typeof value === "string" ? value : null);
