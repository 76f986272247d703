import { mirrorChatLabel, mirrorWaitingChats } from "../../core/operations/labels/mirror-chat-label.ts";
import { mirrorLabel } from "../../core/operations/labels/mirror-label.ts";
import type { LabelChange } from "../baileys/settings/label-change.ts";
import { mirroredChatOf } from "./chat-setting.ts";
import type { InboxContext } from "./inbox-context.ts";

/** Stores a change to the phone's labels. @throws FenceLost */
export async function storeLabelChange(
  context: Pick<InboxContext, "deps" | "owner" | "store">,
  change: LabelChange,
): Promise<void> {
  const { deps, owner } = context;
  if (change.kind === "chat") {
    const chat = await mirroredChatOf(context, change.chat);
    if (chat) await mirrorChatLabel(deps, owner, chat, change);
    return;
  }
  await mirrorLabel(deps, owner, { ...change, at_ms: change.at_ms ?? null });
  if (!change.deleted) await mirrorWaitingChats(deps, owner, change.label);
}
