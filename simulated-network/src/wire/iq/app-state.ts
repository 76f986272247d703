import { type BinaryNode, proto } from "@whiskeysockets/baileys";
import { child, childBytes, children, node } from "../../format/nodes.ts";
import { type Collection, collectionNamed } from "../../world/app-state/collections.ts";
import { takePatch } from "../../world/settings/take-patch.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** The maximum number of patches per response. The client then requests the rest. */
const MOST_PATCHES = 20;

/** Syncs the settings shared by an account's devices. Each settings collection is a list of encrypted patches. */
export function syncAppState(incoming: Incoming): BinaryNode[] {
  const sync = child(incoming.stanza, "sync");
  if (!sync) throw new IqError(400, "bad-request");
  return [
    node(
      "sync",
      {},
      children(sync, "collection").map((asked) => syncCollection(incoming, asked)),
    ),
  ];
}

/** Syncs one collection. A successful answer can contain refusals, because each collection has its own outcome. */
function syncCollection(incoming: Incoming, asked: BinaryNode): BinaryNode {
  const { world, transaction, owner, device } = incoming;
  const name = collectionNamed(asked.attrs.name);
  const clientVersion = Number(asked.attrs.version ?? 0);
  if (!name || !Number.isInteger(clientVersion)) {
    const refusal = node("error", { code: 400, text: "bad-request" });
    return node("collection", { name: asked.attrs.name, type: "error" }, [refusal]);
  }
  const patch = childBytes(asked, "patch");
  if (!patch) return newer(incoming, name, clientVersion, asked.attrs.return_snapshot === "true");
  if (clientVersion !== transaction.store.appPatches.version(owner.phone, name) || world.faults.takesConflict()) {
    return conflict(incoming, name, clientVersion);
  }
  const version = takePatch(world, transaction, owner, device, name, proto.SyncdPatch.decode(patch));
  return node("collection", { name, version });
}

/**
 * Returns the patches after the client's version. If the client wants a snapshot and there is one, returns the snapshot
 * and the patches after it instead.
 */
function newer(incoming: Incoming, name: Collection, clientVersion: number, wantsSnapshot: boolean): BinaryNode {
  const { transaction, owner } = incoming;
  const snapshot = wantsSnapshot ? transaction.store.appPatches.snapshot(owner.phone, name) : null;
  const { attributes, patches } = missing(incoming, name, snapshot?.version ?? clientVersion);
  const content = snapshot ? [node("snapshot", {}, snapshot.reference), ...patches] : patches;
  return node("collection", attributes, content);
}

/**
 * Refuses a patch because another device was faster. The response contains the patches that the client hasn't received
 * yet.
 */
function conflict(incoming: Incoming, name: Collection, clientVersion: number): BinaryNode {
  const { attributes, patches } = missing(incoming, name, clientVersion);
  const refusal = node("error", { code: 409, text: "conflict" });
  return node("collection", { ...attributes, type: "error" }, [refusal, ...patches]);
}

function missing({ transaction, owner }: Incoming, name: Collection, afterVersion: number) {
  const { appPatches } = transaction.store;
  const found = appPatches.after(owner.phone, name, afterVersion, MOST_PATCHES + 1);
  const shown = found.slice(0, MOST_PATCHES);
  const nodes = shown.map(({ patch }) => node("patch", {}, patch));
  return {
    attributes: {
      name,
      version: shown.at(-1)?.version ?? appPatches.version(owner.phone, name),
      has_more_patches: String(found.length > MOST_PATCHES),
    },
    patches: nodes.length > 0 ? [node("patches", {}, nodes)] : [],
  };
}
