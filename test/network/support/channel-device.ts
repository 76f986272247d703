import { createHash } from "node:crypto";
import { type BinaryNode, generateMessageIDV2, proto } from "@whiskeysockets/baileys";
import type { BaileysClient } from "./baileys-client.ts";

/** The response to a query in the newer format. */
export interface MexAnswer<T> {
  readonly data?: Record<string, T>;
  readonly errors?: { readonly message: string; readonly extensions: { readonly error_code: number } }[];
}

/** The parts of the network's channel metadata that the tests check. */
export interface ChannelMetadata {
  readonly id: string;
  readonly state: { readonly type: string };
  readonly thread_metadata: {
    readonly name: { readonly text: string };
    readonly picture: { readonly id: string; readonly direct_path: string; readonly url: string } | null;
    readonly subscribers_count: string;
  };
  readonly viewer_metadata?: { readonly role: string } | null;
}

/** The network's response to a post, with the post's own ID. */
export interface PostAnswer {
  readonly id: string;
  readonly server_id: string | null;
  readonly error: string | null;
}

/**
 * Adds channel features that the library doesn't offer but a device has, using the stanzas that the web client sends.
 */
export function channelDevice(client: BaileysClient) {
  /** Returns the children of the first child with this tag. */
  const inside = (node: BinaryNode | undefined, tag: string) => {
    const found = Array.isArray(node?.content) ? node.content.find((child) => child.tag === tag) : undefined;
    return Array.isArray(found?.content) ? found.content : [];
  };

  return {
    inside,

    /** Sends a query by number, and returns the response unchanged. */
    async ask<T = ChannelMetadata>(queryId: string, variables: object): Promise<MexAnswer<T>> {
      const query = {
        tag: "query",
        attrs: { query_id: queryId },
        content: Buffer.from(JSON.stringify({ variables })),
      };
      const result: BinaryNode = await client.socket.query({
        tag: "iq",
        attrs: { type: "get", xmlns: "w:mex", to: "@s.whatsapp.net" },
        content: [query],
      });
      const [answer] = Array.isArray(result.content) ? result.content : [];
      // The network responds in this shape. Otherwise, this query's own tests would fail first.
      return JSON.parse(String(answer?.content)) as MexAnswer<T>;
    },

    /** Returns a channel's posts, oldest first. */
    async posts(jid: string, more: Record<string, string> = {}): Promise<BinaryNode[]> {
      const asked = { tag: "messages", attrs: { type: "jid", jid, count: "50", ...more } };
      const attrs = { type: "get", xmlns: "newsletter", to: "@s.whatsapp.net" };
      return inside(await client.socket.query({ tag: "iq", attrs, content: [asked] }), "messages");
    },

    acceptNotice: (id: string) =>
      client.socket.query({
        tag: "iq",
        attrs: { type: "set", xmlns: "tos", to: "@s.whatsapp.net" },
        content: [{ tag: "notice", attrs: { id, stage: "5" } }],
      }),

    /** Uploads a file as channels require. @returns the media host's response. */
    async upload(kind: string, file: Buffer) {
      const { auth, hosts } = await client.socket.refreshMediaConn(false);
      const name = createHash("sha256").update(file).digest("base64url");
      const url = `https://${hosts[0]?.hostname}/newsletter/newsletter-${kind}/${name}?auth=${auth}&token=${name}`;
      const response = await fetch(url, { method: "POST", body: new Uint8Array(file) });
      // As above.
      return (await response.json()) as { url: string; direct_path: string; handle: string };
    },

    /** Sends a post, or with `edit` a change to one, and waits for the answer. */
    async post(
      jid: string,
      message: proto.IMessage | null,
      attributes: Record<string, string> = {},
      mediatype?: string,
    ): Promise<PostAnswer> {
      const id = attributes.id ?? generateMessageIDV2();
      const content = message ? Buffer.from(proto.Message.encode(message).finish()) : Buffer.alloc(0);
      const marks: Record<string, string> = mediatype === undefined ? {} : { mediatype };
      const plaintext: BinaryNode = { tag: "plaintext", attrs: marks, content };
      const attrs = { to: jid, type: "text", ...attributes, id };
      const answer: BinaryNode = await client.socket.query({ tag: "message", attrs, content: [plaintext] });
      const { server_id = null, error = null } = answer.attrs;
      return { id, server_id, error };
    },
  };
}
