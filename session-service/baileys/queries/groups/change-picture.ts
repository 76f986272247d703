import { takenId } from "../../inbound/bounds/ids.ts";
import { foreignNode, partOf } from "../../inbound/bounds/node.ts";
import { AnswerUnknown } from "../../shared/known-answer.ts";
import { askNetwork } from "./ask-group.ts";
import type { GroupParts } from "./group-parts.ts";

const WHAT = "a group's picture";

/**
 * Sets a group's picture, or removes it if the given picture is null. @returns the new picture's id, or null if the
 * picture was removed.
 */
export async function changePicture(
  { sock, monotonicMs }: Pick<GroupParts, "sock" | "monotonicMs">,
  group: string,
  jpeg: Uint8Array | null,
): Promise<string | null> {
  const picture = jpeg && { tag: "picture", attrs: { type: "image" }, content: jpeg };
  const answer = await askNetwork(sock, monotonicMs, WHAT, {
    tag: "iq",
    attrs: { xmlns: "w:profile:picture", type: "set", to: "@s.whatsapp.net", target: group },
    ...(picture && { content: [picture] }),
  });
  if (!picture) return null;
  const id = takenId(partOf(foreignNode(answer), "picture")?.attrs.id);
  if (id === null) throw new AnswerUnknown(WHAT);
  return id;
}
