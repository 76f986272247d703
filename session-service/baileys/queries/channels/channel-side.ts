import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type { NetworkChannel, NetworkPost } from "../../../../core/domain/channels/channel.ts";
import type { Owner } from "../../../../core/records/owner.ts";
import { foreignNode } from "../../inbound/bounds/node.ts";
import type { ConnectionDeps } from "../../shared/connection-deps.ts";
import { AnswerUnknown, knownAnswer } from "../../shared/known-answer.ts";
import { NetworkRefusal, refusalOf } from "../../shared/network-refusals.ts";
import { askMex, fieldOf, listIn, type MexTools, NotUnderstood, otherShape } from "./ask-mex.ts";
import { CREATION_TERMS } from "./query-ids.ts";
import { isGone, readChannel } from "./read-channel.ts";
import { readPosts } from "./read-posts.ts";

/**
 * The channel fields to set. Omitted fields stay unchanged. Setting `description` or `jpeg` to null removes the
 * description or the picture.
 */
export interface ChannelOrder {
  name?: string;
  description?: string | null;
  jpeg?: Uint8Array | null;
}

/**
 * Queries and requests about channels. All of them reject with NetworkRefusal, with AnswerUnknown if the network did
 * not answer (the request may still have been carried out), with NotUnderstood, or with a connection error.
 */
export interface ChannelSide {
  /**
   * Returns every channel that the number owns or follows. `unreadable` lists the ids of channels that the network
   * describes in an unknown format.
   */
  listChannels(): Promise<{ channels: NetworkChannel[]; unreadable: string[] }>;
  /** @returns null if the channel doesn't exist or isn't visible to us. */
  findChannel(by: "id" | "invite", key: string): Promise<NetworkChannel | null>;
  /** Creates a channel. Once the channel exists, this never rejects, even if a later step fails. */
  createChannel(order: ChannelOrder & { name: string }): Promise<NetworkChannel>;
  /** @returns the changed channel, or null if the change was made but the network didn't return the channel. */
  changeChannel(id: string, order: ChannelOrder): Promise<NetworkChannel | null>;
  followChannel(id: string): Promise<void>;
  unfollowChannel(id: string): Promise<void>;
  deleteChannel(id: string): Promise<void>;
  /** Returns the newest posts, newest first. */
  readPosts(id: string, count: number): Promise<NetworkPost[]>;
}

const POSTS = "the posts of a channel";
const TERMS = "the terms for channels";
const TOO_OFTEN = 429;
const NOT_THERE: ReadonlySet<number> = new Set([404, 410, 451]);

/**
 * Handles channels with our own queries, because the library's queries fail on valid answers, and it has none for
 * listing channels.
 */
export function createChannelSide(deps: ConnectionDeps, owner: Owner, sock: WASocket): ChannelSide {
  const { monotonicMs, metrics, log, clock } = deps;
  const mex: MexTools = {
    sock,
    monotonicMs,
    noteUnknown(query, why) {
      metrics?.notUnderstood(query);
      log.error({ instance_id: owner.instance_id, query, why }, "the network no longer supports one of our queries");
    },
  };
  const order = async (name: "follow" | "unfollow" | "delete", id: string) => {
    await askMex(mex, name, { newsletter_id: id });
  };
  return {
    listChannels: () => list(mex),
    findChannel: (by, key) => find(mex, by, key),
    createChannel: (wanted) => create(mex, wanted),
    async changeChannel(id, { name, description, jpeg }) {
      const updates = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description: description ?? "" }),
        ...(jpeg !== undefined && { picture: jpeg === null ? "" : base64(jpeg) }),
        settings: null,
      };
      return readChannel(await askMex(mex, "update", { newsletter_id: id, updates }));
    },
    followChannel: (id) => order("follow", id),
    unfollowChannel: (id) => order("unfollow", id),
    deleteChannel: (id) => order("delete", id),
    async readPosts(id, count) {
      const wanted: BinaryNode = { tag: "messages", attrs: { type: "jid", jid: id, count: String(count) } };
      const answer = await asked(mex, POSTS, { type: "get", xmlns: "newsletter" }, wanted);
      const posts = readPosts(foreignNode(answer), clock.now());
      if (posts) return posts;
      mex.noteUnknown("posts", "an answer of another shape");
      throw new NotUnderstood("posts", false);
    },
  };
}

async function list(mex: MexTools): ReturnType<ChannelSide["listChannels"]> {
  const told = await askMex(mex, "list", {});
  if (!Array.isArray(told)) throw otherShape(mex, "list");
  const seen = listIn(told).filter((one) => !isGone(one));
  const channels = seen.flatMap((one) => readChannel(one) ?? []);
  if (channels.length === seen.length) return { channels, unreadable: [] };
  const error = otherShape(mex, "list");
  const ids = seen.filter((one) => !readChannel(one)).map(readId);
  const unreadable = ids.filter((id) => id !== null);
  // If not even a channel's id can be read, it could be any of the stored channels, so the list can't be used.
  if (channels.length === 0 || unreadable.length < ids.length) throw error;
  return { channels, unreadable };
}

async function find(mex: MexTools, by: "id" | "invite", key: string): Promise<NetworkChannel | null> {
  const type = by === "id" ? "JID" : "INVITE";
  const variables = { fetch_creation_time: true, fetch_full_image: true, fetch_viewer_metadata: true };
  const told = await askMex(mex, "read", { ...variables, input: { key, type } }).catch(nullWhenNotThere);
  if (isGone(told)) return null;
  const channel = readChannel(told) ?? readChannel(fieldOf(told, "result"));
  if (!channel) throw otherShape(mex, "read");
  return channel;
}

async function create(
  mex: MexTools,
  { name, description = null, jpeg }: ChannelOrder & { name: string },
): Promise<NetworkChannel> {
  const input = { name, description, ...(jpeg && { picture: base64(jpeg) }) };
  const told = await askMex(mex, "create", { input }).catch(async (error: unknown) => {
    if (!(error instanceof NetworkRefusal) || error.code === TOO_OFTEN || error.code >= 500) throw error;
    // The refusal doesn't say whether the terms still have to be accepted, so they are accepted and the request is
    // repeated once.
    await asked(mex, TERMS, { type: "set", xmlns: "tos" }, { tag: "notice", attrs: CREATION_TERMS });
    return askMex(mex, "create", { input });
  });
  const id = readId(told);
  if (id === null) throw otherShape(mex, "create");
  const made = readChannel(told) ?? (await find(mex, "id", id).catch(() => null));
  const least = { id, name, description, invite: null, verified: false, subscribers: 0, picture: null };
  return { ...(made ?? least), role: "owner" };
}

async function asked(
  { sock, monotonicMs }: MexTools,
  what: string,
  attrs: { type: "get" | "set"; xmlns: string },
  content: BinaryNode,
): Promise<BinaryNode> {
  const query = { tag: "iq", attrs: { ...attrs, to: "@s.whatsapp.net" }, content: [content] };
  const answer = await knownAnswer(what, monotonicMs, () => sock.query(query)).catch((error: unknown) => {
    throw refusalOf(error, what);
  });
  if (!answer) throw new AnswerUnknown(what);
  return answer;
}

const base64 = (jpeg: Uint8Array) => Buffer.from(jpeg).toString("base64");

function nullWhenNotThere(error: unknown): null {
  if (error instanceof NetworkRefusal && NOT_THERE.has(error.code)) return null;
  throw error;
}

function readId(told: unknown): string | null {
  const id = fieldOf(told, "id");
  return typeof id === "string" && /^[\w.:-]{1,64}@newsletter$/.test(id) ? id : null;
}
