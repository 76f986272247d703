import { CHANNELS_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { createChannel } from "./create-channel.ts";
import { deleteChannel } from "./delete-channel.ts";
import { followChannel, unfollowChannel } from "./follow-channel.ts";
import { getChannel } from "./get-channel.ts";
import { listChannels } from "./list-channels.ts";
import { listPosts } from "./list-posts.ts";
import { previewChannel } from "./preview-channel.ts";
import { updateChannel } from "./update-channel.ts";

/** The routes for the channels of an instance, used by the Lambda function and the OpenAPI document. */
export const routes = [
  listChannels,
  createChannel,
  previewChannel,
  getChannel,
  updateChannel,
  deleteChannel,
  followChannel,
  unfollowChannel,
  listPosts,
];

/** The parts this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, wakeupsPart, mediaPart];

/** The Lambda handler for these routes. */
export const handler = resource(CHANNELS_ROUTES, routes, ownDeps(parts));
