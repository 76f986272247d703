import * as z from "zod";
import type { Channel } from "../../store/channels-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { createChannel } from "../../world/channels/create-channel.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { NoBody, ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

const NewChannel = z.object({
  name: z.string().min(1).max(100),
  owner: PhoneNumber,
  description: z.string().default(""),
  followers: z.array(PhoneNumber).default([]),
});

const Followers = z.object({ action: z.enum(["follow", "unfollow"]), phones: z.array(PhoneNumber).min(1) });

/** Channels. Their owner writes with POST /phones/{phone}/messages and the channel's chat_id. */
export const channelRoutes = [
  route("POST /channels", NewChannel, ({ deps, body }) =>
    deps.world.transactions.run((transaction) => {
      const channel = createChannel(transaction, personOf(transaction, body.owner), body.name, body.description);
      for (const phone of body.followers)
        transaction.store.followers.follow(channel.id, personOf(transaction, phone).phone);
      return ok(presentChannel(transaction, channel), 201);
    }),
  ),

  route("GET /channels/{chat_id}", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) =>
      ok(presentChannel(transaction, channelOf(transaction, param("chat_id")))),
    ),
  ),

  route("POST /channels/{chat_id}/followers", Followers, ({ deps, param, body }) =>
    deps.world.transactions.run((transaction) => {
      const channel = channelOf(transaction, param("chat_id"));
      for (const phone of body.phones)
        transaction.store.followers[body.action](channel.id, personOf(transaction, phone).phone);
      return ok(presentChannel(transaction, channel));
    }),
  ),
];

/** @throws SandboxError chat_not_found. */
function channelOf(transaction: Transaction, id: string): Channel {
  const channel = transaction.store.channels.find(id);
  if (channel) return channel;
  throw new SandboxError("chat_not_found", `No channel ${id} exists here; make one with POST /channels.`);
}

function presentChannel(transaction: Transaction, { id, name, description, owner, invite }: Channel) {
  return {
    chat_id: id,
    name,
    description: description || null,
    owner,
    invite: `https://whatsapp.com/channel/${invite}`,
    followers: transaction.store.followers.of(id),
  };
}
