import type { LimitedAction } from "../../core/contracts/protection/limited-actions.ts";
import type { NetworkChannel, NetworkPost } from "../../core/domain/channels/channel.ts";
import type { FileSource } from "../../core/domain/files/file-source.ts";
import { ApiError } from "../../core/errors.ts";
import { endChannel, leaveChannel, storeChannel } from "../../core/operations/channels/store-channel.ts";
import { giveBackAction, takeAction } from "../../core/operations/protection/take-action.ts";
import { channelRecords } from "../../core/records/chats/channel.ts";
import type { ChannelCommand, CommandAnswer } from "../../core/records/command.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { NotUnderstood } from "../baileys/queries/channels/ask-mex.ts";
import type { ChannelOrder } from "../baileys/queries/channels/channel-side.ts";
import { NetworkRefusal } from "../baileys/shared/network-refusals.ts";
import { copyPicture, keepGivenPicture, keepPicture } from "./channel-pictures.ts";
import type { CommandTools } from "./command-tools.ts";
import { GROUP_PICTURE, givenPicture, PictureRefused } from "./given-picture.ts";
import { refused } from "./perform-command.ts";

/** The parts of the session that channel commands use. */
export interface ChannelTools extends CommandTools {
  channels: ChannelStore;
}

/**
 * Coordinates requests that change channels with loading the list of all channels, so that their results are stored in
 * order.
 */
export interface ChannelStore {
  /**
   * Changes a channel on the network and stores the result. If the result is unknown, the list is reloaded soon.
   * @param change makes the change. Its `store` function waits until any list requested earlier is stored.
   */
  change<T>(change: (store: (write: () => Promise<void>) => Promise<void>) => Promise<T>): Promise<T>;
}

type Handler<C> = (tools: ChannelTools, command: C) => Promise<CommandAnswer>;

const HANDLERS: { [K in ChannelCommand["kind"]]: Handler<Extract<ChannelCommand, { kind: K }>> } = {
  create_channel: (tools, { name, description, picture }) =>
    withPicture(tools, picture, async (jpeg) => {
      const order = { name, description, ...(jpeg && { jpeg }) };
      const { network, deps, session, channels } = tools;
      return channels.change(async (store) => {
        const made = await counted(tools, "channels_created", () => network.createChannel(order));
        await store(() => storeChannel(deps, session, made));
        if (jpeg) await keepGivenPicture(deps, session, made, jpeg).catch(unpictured(tools));
        return { ok: true, result: { id: made.id } };
      });
    }),

  change_channel: (tools, { channel, change }) =>
    withPicture(tools, change.picture ?? null, async (jpeg) => {
      const { network, deps, session, channels } = tools;
      const { name, description } = change;
      const order = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(change.picture !== undefined && { jpeg }),
      };
      return channels.change(async (store) => {
        const changed = await onOwn(tools, channel, () => network.changeChannel(channel, order));
        const after = changed ?? (await network.findChannel("id", channel).catch(() => null));
        const now = after ?? (await asChanged(tools, channel, order));
        await store(() => storeChannel(deps, session, now));
        if (jpeg) await keepGivenPicture(deps, session, now, jpeg).catch(unpictured(tools));
        return { ok: true };
      });
    }),

  async delete_channel(tools, { channel }) {
    const { network, deps, session, channels } = tools;
    return channels.change(async (store) => {
      await onOwn(tools, channel, () => network.deleteChannel(channel));
      await store(() => endChannel(deps, session, channel));
      return { ok: true };
    });
  },

  async follow_channel(tools, { channel }) {
    const { network, deps, session, channels } = tools;
    return channels.change(async (store) => {
      const found = await network.findChannel("id", channel);
      if (!found) return gone(tools, channel, store);
      if (found.role === undefined || found.role === null) {
        await counted(tools, "channel_follows", () => network.followChannel(channel));
      }
      await store(() => storeChannel(deps, session, { ...found, role: found.role ?? "subscriber" }));
      await keepPicture(deps, session, found).catch(unpictured(tools));
      return { ok: true };
    });
  },

  async unfollow_channel(tools, { channel }) {
    const { network, deps, session, channels } = tools;
    return channels.change(async (store) => {
      try {
        await network.unfollowChannel(channel);
      } catch (error) {
        if (error instanceof NetworkRefusal && error.code === NOT_FOUND) return gone(tools, channel, store);
        throw error;
      }
      await store(() => leaveChannel(deps, session, channel));
      return { ok: true };
    });
  },

  /** Stores only a copy of the picture, which is retained for as long as any other file. */
  async preview_channel({ network, deps, session }, { invite }) {
    const found = await network.findChannel("invite", invite);
    if (!found) return refused("channel_not_found");
    const { id, name: title, description, invite: code, verified, subscribers, role } = found;
    const picture = found.picture && (await copyPicture(deps, session, found.picture));
    const fields = {
      title,
      verified,
      subscribers,
      ...(description !== null && { description }),
      ...(code !== null && { invite: code }),
      ...(role && { role }),
      ...(picture && { picture }),
    };
    return { ok: true, result: { id, fields } };
  },

  async read_posts({ network }, { channel, limit }) {
    try {
      return { ok: true, result: { posts: fitting((await network.readPosts(channel, limit)).slice(0, limit)) } };
    } catch (error) {
      if (error instanceof NetworkRefusal && error.code === NOT_FOUND) return refused("channel_not_found");
      throw error;
    }
  },
};

const NOT_FOUND = 404;
const NOT_ALLOWED: ReadonlySet<number> = new Set([401, 403]);
const NOT_OURS = "Only the owner or an admin of the channel can do this.";
/** The maximum size of a result. An answer is stored as one table item, which can be at most 400 KB. */
const LONGEST_RESULT_BYTES = 250_000;

/**
 * Carries out a command on a channel. @throws FenceLost, ApiError `limit_reached`, NetworkRefusal, AnswerUnknown,
 * NotUnderstood and connection errors. After a connection error, the command may or may not have been carried out.
 */
export async function performChannelCommand(tools: ChannelTools, command: ChannelCommand): Promise<CommandAnswer> {
  const handle: Handler<never> = HANDLERS[command.kind];
  return handle(tools, command as never); // the table pairs each kind with its handler
}

/** Runs work with a customer's picture, which is checked before any request to the network. */
async function withPicture(
  { deps }: ChannelTools,
  source: FileSource | null,
  work: (jpeg: Buffer | null) => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  let jpeg: Buffer | null;
  try {
    jpeg = source && (await givenPicture(deps, source, GROUP_PICTURE));
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    return { ok: false, code: "validation_failed", errors: { picture: [error.message] } };
  }
  return work(jpeg);
}

/** Runs a limited action. Charges it first, and gives the charge back if the action definitely did not happen. */
async function counted<T>({ deps, session }: ChannelTools, deed: LimitedAction, work: () => Promise<T>): Promise<T> {
  const { instance_id, fence } = session;
  const taken = await takeAction(deps, instance_id, deed, 1, fence);
  try {
    return await work();
  } catch (error) {
    const isUndone = error instanceof NetworkRefusal || (error instanceof NotUnderstood && !error.mayBeDone);
    if (isUndone) await giveBackAction(deps, instance_id, taken, fence);
    throw error;
  }
}

/**
 * Runs a request about the number's own channel. If the network refuses, reads the channel back, so that a GET shows
 * the reason.
 */
async function onOwn<T>(tools: ChannelTools, channel: string, order: () => Promise<T>): Promise<T> {
  const { deps, session, network } = tools;
  try {
    return await order();
  } catch (error) {
    if (!(error instanceof NetworkRefusal) || !(NOT_ALLOWED.has(error.code) || error.code === NOT_FOUND)) throw error;
    const found = await network.findChannel("id", channel).catch(() => undefined);
    if (found === null) {
      await endChannel(deps, session, channel);
      throw new ApiError("channel_not_found");
    }
    if (found) await storeChannel(deps, session, found);
    throw NOT_ALLOWED.has(error.code) ? new ApiError("conflict", { message: NOT_OURS }) : error;
  }
}

/** Returns the channel after a change, if the network's answer did not include it. */
async function asChanged(
  { deps, session }: ChannelTools,
  id: string,
  { name, description, jpeg }: ChannelOrder,
): Promise<NetworkChannel> {
  const stored = await channelRecords.read(deps.table, session.instance_id, id);
  return {
    id,
    name: name ?? stored?.title ?? "",
    description: description === undefined ? (stored?.description ?? null) : description,
    invite: stored?.invite ?? null,
    verified: stored?.verified ?? false,
    subscribers: stored?.subscribers ?? 0,
    picture: stored?.picture && jpeg !== null ? { id: stored.picture.id, url: null } : null,
  };
}

async function gone(
  { deps, session }: ChannelTools,
  channel: string,
  store: (write: () => Promise<void>) => Promise<void>,
): Promise<CommandAnswer> {
  const stored = await channelRecords.read(deps.table, session.instance_id, channel);
  if (stored?.title !== undefined) await store(() => endChannel(deps, session, channel));
  return refused("channel_not_found");
}

const unpictured =
  ({ deps, session }: ChannelTools) =>
  (error: unknown): void => {
    if (error instanceof FenceLost) throw error;
    const fields = { instance_id: session.instance_id, error: String(error) };
    deps.log.warn(fields, "a channel's picture could not be copied");
  };

/** Returns as many posts as fit in one answer, starting with the first. */
function fitting(posts: NetworkPost[]): NetworkPost[] {
  let bytes = 0;
  const end = posts.findIndex((post) => {
    bytes += Buffer.byteLength(JSON.stringify(post));
    return bytes > LONGEST_RESULT_BYTES;
  });
  return end < 0 ? posts : posts.slice(0, Math.max(1, end));
}
