import { type BinaryNode, proto } from "@whiskeysockets/baileys";
import { child, childBytes, children, node } from "../../format/nodes.ts";
import { followName } from "../../world/settings/follow-name.ts";
import { storePatch } from "../../world/settings/store-patch.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** Settings an account shares between its devices: each collection is a list of encrypted patches, never a snapshot. */
export async function syncAppState(incoming: Incoming): Promise<BinaryNode[]> {
  const sync = child(incoming.stanza, "sync");
  if (!sync) throw new IqError(400, "bad-request");
  const answers: BinaryNode[] = [];
  for (const asked of children(sync, "collection")) answers.push(await syncCollection(incoming, asked));
  return [node("sync", {}, answers)];
}

async function syncCollection(incoming: Incoming, asked: BinaryNode): Promise<BinaryNode> {
  const { world, transaction, owner, device } = incoming;
  const name = asked.attrs.name ?? "";
  const clientVersion = Number(asked.attrs.version ?? 0);
  const version = transaction.store.account.appStateVersion(owner.phone, name);
  const patch = childBytes(asked, "patch");
  if (patch && clientVersion !== version) {
    return node("collection", { name, version, type: "error" }, [node("error", { code: 409, text: "conflict" })]);
  }
  if (patch) {
    const stored = storePatch(world, transaction, owner, device.device, name, proto.SyncdPatch.decode(patch));
    await followName(transaction, owner, name);
    return node("collection", { name, version: stored });
  }
  const patches = transaction.store.account.appStatePatches(owner.phone, name, clientVersion);
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
