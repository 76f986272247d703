import {
  type ChatModification,
  chatModificationToAppPatch,
  decodePatches,
  decodeSyncdSnapshot,
  encodeSyncdPatch,
  extractSyncdPatches,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  type LTHashState,
  newLTHashState,
  proto,
  type WAPatchName,
} from "@whiskeysockets/baileys";
import pino from "pino";
import type { Dispatcher } from "undici";
import type { BaileysClient } from "./baileys-client.ts";

/** The response to a patch. */
interface PatchAnswer {
  /** The refusal code, or null if the patch was accepted. */
  readonly error: string | null;
  readonly patches: proto.SyncdPatch[];
  readonly hasMore: boolean;
}

/**
 * Adds functions for a client's shared settings. They bypass the library's wrapper, which mistakes a refusal in a
 * result for success.
 */
export function appStateDevice(client: BaileysClient) {
  const { keys, creds } = client.auth;
  const findKey = async (id: string) => (await keys.get("app-state-sync-key", [id]))[id];
  return {
    async state(name: WAPatchName): Promise<LTHashState> {
      return (await keys.get("app-state-sync-version", [name]))[name] ?? newLTHashState();
    },

    async send(name: WAPatchName, change: ChatModification, jid: string, state: LTHashState): Promise<PatchAnswer> {
      const wanted = chatModificationToAppPatch(change, jid);
      const { patch } = await encodeSyncdPatch(wanted, creds.myAppStateKeyId ?? "", state, findKey);
      const content = [{ tag: "patch", attrs: {}, content: proto.SyncdPatch.encode(patch).finish() }];
      const attrs = { name, version: String(state.version), return_snapshot: "false" };
      const answer = await client.socket.query({
        tag: "iq",
        attrs: { to: "@s.whatsapp.net", type: "set", xmlns: "w:sync:app:state" },
        content: [{ tag: "sync", attrs: {}, content: [{ tag: "collection", attrs, content }] }],
      });
      const collection = getBinaryNodeChild(getBinaryNodeChild(answer, "sync"), "collection");
      return {
        error: getBinaryNodeChild(collection, "error")?.attrs.code ?? null,
        hasMore: collection?.attrs.has_more_patches === "true",
        patches: getBinaryNodeChildren(getBinaryNodeChild(collection, "patches"), "patch").map(({ content: bytes }) =>
          // A patch node's content is bytes.
          proto.SyncdPatch.decode(bytes as Uint8Array),
        ),
      };
    },

    /**
     * Loads a collection from the beginning, as a new device does. @returns its version, and the faults that the
     * library found in it.
     */
    async checked(name: WAPatchName, dispatcher: Dispatcher): Promise<{ version: number; complaints: unknown[] }> {
      const complaints: unknown[] = [];
      const logger = Object.assign(pino({ level: "silent" }), { warn: (what: unknown) => complaints.push(what) });
      const attrs = { name, version: "0", return_snapshot: "true" };
      const answer = await client.socket.query({
        tag: "iq",
        attrs: { to: "@s.whatsapp.net", type: "set", xmlns: "w:sync:app:state" },
        content: [{ tag: "sync", attrs: {}, content: [{ tag: "collection", attrs }] }],
      });
      // `dispatcher` is a fetch option that only exists in Node.
      const { [name]: found } = await extractSyncdPatches(answer, { dispatcher } as RequestInit);
      const begun = found.snapshot && (await decodeSyncdSnapshot(name, found.snapshot, findKey, 0, true, logger)).state;
      const state = begun ?? newLTHashState();
      const read = await decodePatches(name, found.patches, state, findKey, {}, 0, logger, true);
      return { version: read.state.version, complaints };
    },

    /** Returns the state after these patches have been applied. */
    async read(name: WAPatchName, patches: proto.SyncdPatch[], state: LTHashState): Promise<LTHashState> {
      return (await decodePatches(name, patches, state, findKey, {})).state;
    },
  };
}
