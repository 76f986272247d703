import { randomUUID } from "node:crypto";
import { type BinaryNode, proto } from "@whiskeysockets/baileys";
import { personAddress } from "../addresses.ts";
import { post } from "../delivery/post.ts";
import { child, childBytes, children, node, seconds } from "../nodes.ts";
import type { Incoming } from "../stanzas/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** Settings an account shares between its devices: each collection is a list of encrypted patches, never a snapshot. */
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

function syncCollection(incoming: Incoming, asked: BinaryNode): BinaryNode {
  const { turn, owner } = incoming;
  const name = asked.attrs.name ?? "";
  const clientVersion = Number(asked.attrs.version ?? 0);
  const version = turn.store.account.appStateVersion(owner.phone, name);
  const patch = childBytes(asked, "patch");
  if (patch && clientVersion !== version) {
    return node("collection", { name, version, type: "error" }, [node("error", { code: 409, text: "conflict" })]);
  }
  if (patch) return store(incoming, name, version + 1, patch);
  const patches = turn.store.account.appStatePatches(owner.phone, name, clientVersion);
  const content =
    patches.length > 0
      ? [
          node(
            "patches",
            {},
            patches.map((bytes) => node("patch", {}, bytes)),
          ),
        ]
      : [];
  return node("collection", { name, version, has_more_patches: "false" }, content);
}

/** A patch a client uploads does not know its version; the stored one carries it. */
function store(incoming: Incoming, name: string, version: number, bytes: Buffer): BinaryNode {
  const { world, turn, owner, device } = incoming;
  const patch = proto.SyncdPatch.decode(bytes);
  patch.version = { version };
  const stored = Buffer.from(proto.SyncdPatch.encode(patch).finish());
  turn.store.account.addAppStatePatch(owner.phone, name, version, stored);
  for (const other of turn.store.devices.of(owner.phone)) {
    if (other.device === device.device) continue;
    const attributes = {
      from: personAddress(owner, "pn"),
      type: "server_sync",
      id: randomUUID(),
      t: seconds(turn.now),
    };
    post(world, turn, other, node("notification", attributes, [node("collection", { name, version })]), {
      class: "notification",
      type: "server_sync",
    });
  }
  return node("collection", { name, version });
}
