import * as z from "zod";
import { CHANNEL_STATES, type Channel } from "../../store/channels/channels-table.ts";
import type { ChannelPost } from "../../store/channels/posts-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { changeChannel } from "../../world/channels/change-channel.ts";
import { createChannel } from "../../world/channels/create-channel.ts";
import { reactToPost } from "../../world/channels/react-to-post.ts";
import { presentChannel, presentPost } from "../answers/present-channel.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { NoBody, ok, route, type SandboxAnswer, type SandboxRequest } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

const NewChannel = z.object({
  name: z.string().min(1).max(100),
  owner: PhoneNumber,
  description: z.string().default(""),
  followers: z.array(PhoneNumber).default([]),
});

/**
 * `picture` is base64, or null to remove the picture. A channel whose `state` is SUSPENDED or GEOSUSPENDED (blocked in
 * this country) can't be used.
 */
const ChannelChanges = z.object({
  name: z.string().min(1).max(100).optional(),
  description: z.string().optional(),
  picture: z
    .string()
    .transform((data) => Buffer.from(data, "base64"))
    .nullable()
    .optional(),
  state: z.enum(CHANNEL_STATES).exclude(["DELETED"]).optional(),
});

const Followers = z.object({ action: z.enum(["follow", "unfollow"]), phones: z.array(PhoneNumber).min(1) });

const Admins = z.object({ action: z.enum(["add", "remove"]), phones: z.array(PhoneNumber).min(1) });

const Views = z.object({ count: z.int().min(1).max(1_000_000).default(1) });

/** An empty emoji removes the reaction. */
const Reaction = z.object({ phone: PhoneNumber, emoji: z.string().max(20) });

/** If `accepted` is false, the account must accept the channel terms before it can create a channel. */
const Terms = z.object({ accepted: z.boolean() });

/**
 * Routes for channels. A channel's owner and admins post by calling POST /phones/{phone}/messages with the channel's
 * chat_id.
 */
export const channelRoutes = [
  route("POST /channels", NewChannel, ({ deps, body }) =>
    deps.world.transactions.run((transaction) => {
      const channel = createChannel(transaction, personOf(transaction, body.owner), body.name, body.description);
      for (const phone of body.followers)
        transaction.store.followers.follow(channel.id, personOf(transaction, phone).phone);
      return ok(presentChannel(deps.world, transaction, channel), 201);
    }),
  ),

  route("GET /channels/{chat_id}", NoBody, (request) => withChannel(request, () => {})),

  route("PATCH /channels/{chat_id}", ChannelChanges, (request) =>
    withChannel(request, (transaction, channel) => {
      changeChannel(request.deps.world, transaction, channel, request.body);
    }),
  ),

  /**
   * Deletes a channel as its owner. Followers see in their channel list that it was deleted. For everyone else, it no
   * longer exists.
   */
  route("DELETE /channels/{chat_id}", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const channel = channelOf(transaction, param("chat_id"));
      const deleted = changeChannel(deps.world, transaction, channel, { state: "DELETED" });
      return ok(presentChannel(deps.world, transaction, deleted));
    }),
  ),

  route("POST /channels/{chat_id}/followers", Followers, (request) =>
    withChannel(request, (transaction, { id }) => {
      const { action, phones } = request.body;
      for (const phone of phones) transaction.store.followers[action](id, personOf(transaction, phone).phone);
    }),
  ),

  /** Makes people admins of the channel. From then on, they also follow it. */
  route("POST /channels/{chat_id}/admins", Admins, (request) =>
    withChannel(request, (transaction, { id }) => {
      const { action, phones } = request.body;
      for (const { phone } of phones.map((value) => personOf(transaction, value))) {
        transaction.store.channelAdmins[action](id, phone);
        if (action === "add") transaction.store.followers.follow(id, phone);
      }
    }),
  ),

  route("POST /phones/{phone}/channel-terms", Terms, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      transaction.store.notices.demand(personOf(transaction, param("phone")).phone, !body.accepted);
      return ok(body);
    }),
  ),

  /** Lists all posts, newest first, including hidden ones. */
  route("GET /channels/{chat_id}/posts", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const channel = channelOf(transaction, param("chat_id"));
      const posts = transaction.store.posts.list(channel.id);
      return ok({ data: posts.map((post) => presentPost(deps.world, transaction, channel, post)) });
    }),
  ),

  /** Adds the given number of views to the post. */
  route("POST /channels/{chat_id}/posts/{id}/views", Views, (request) =>
    withPost(request, (transaction, channel, { serverId }) => {
      transaction.store.posts.addViews(channel.id, serverId, request.body.count);
    }),
  ),

  route("POST /channels/{chat_id}/posts/{id}/react", Reaction, (request) =>
    withPost(request, (transaction, channel, post) => {
      const { phone } = personOf(transaction, request.body.phone);
      reactToPost(transaction, channel, post, phone, request.body.emoji);
    }),
  ),
];

/** Runs an action on the channel in the path. Responds with the channel. */
function withChannel<Body>(
  { deps, param }: SandboxRequest<Body>,
  act: (transaction: Transaction, channel: Channel) => void,
): Promise<SandboxAnswer> {
  return deps.world.transactions.run((transaction) => {
    act(transaction, channelOf(transaction, param("chat_id")));
    return ok(presentChannel(deps.world, transaction, channelOf(transaction, param("chat_id"))));
  });
}

/**
 * Runs an action on the post in the path, identified by its id or its number in the channel. Responds with the post.
 */
function withPost<Body>(
  { deps, param }: SandboxRequest<Body>,
  act: (transaction: Transaction, channel: Channel, post: ChannelPost) => void,
): Promise<SandboxAnswer> {
  return deps.world.transactions.run((transaction) => {
    const channel = channelOf(transaction, param("chat_id"));
    act(transaction, channel, postOf(transaction, channel, param("id")));
    const post = postOf(transaction, channel, param("id"));
    return ok(presentPost(deps.world, transaction, channel, post));
  });
}

/** Returns the channel with this id. @throws SandboxError chat_not_found. */
function channelOf(transaction: Transaction, id: string): Channel {
  const channel = transaction.store.channels.find(id);
  if (channel && channel.state !== "DELETED") return channel;
  throw new SandboxError("chat_not_found", `No channel ${id} exists here; make one with POST /channels.`);
}

/** Returns the post with this id or number. @throws SandboxError message_not_found. */
function postOf(transaction: Transaction, channel: Channel, id: string): ChannelPost {
  const { posts } = transaction.store;
  const post = posts.find(channel.id, id) ?? (/^\d+$/.test(id) ? posts.byServerId(channel.id, Number(id)) : null);
  if (post) return post;
  throw new SandboxError("message_not_found", `Channel ${channel.id} has no post ${id}.`);
}
