import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Instance } from "../../../../../core/contracts/instance.ts";
import { LIMITS } from "../../../../../core/contracts/limits.ts";
import type { Message } from "../../../../../core/contracts/message.ts";
import { deleteMessage } from "../../../api/messages.ts";
import { partOf } from "../../../api/query.ts";
import { useCan } from "../../../shell/use-me.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Menu, type MenuAction } from "../../../ui/Menu.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { useChange } from "../../../ui/use-change.ts";
import { useWords } from "../../../words/use-words.ts";
import { putMessages } from "../live-cache.ts";
import { saidBy, useShortText } from "../use-short-text.ts";

const EditMessageForm = lazyPart(() => import("../../../forms/edit-message.tsx"), "EditMessageForm");
const DeleteMessage = lazyPart(() => import("../../../forms/delete-message.tsx"), "DeleteMessage");
const ReactDialog = lazyPart(() => import("../../../forms/react-to-message.tsx"), "ReactDialog");

const MINUTE_MS = 60_000;
const DELETABLE_MS = 2 * 24 * 60 * MINUTE_MS;

/** The menu of actions for a message. */
export function MessageMenu({
  message,
  name,
  number,
  onAnswer,
}: {
  message: Message;
  name: string;
  number: Instance | null;
  onAnswer: () => void;
}) {
  const t = useWords("chats");
  const common = useWords("common");
  const shortText = useShortText();
  const toast = useToast();
  const [asked, ask] = useState<"edit" | "delete" | "react" | null>(null);
  const cancel = useCancel(message);
  const refusal = useCan()("message.send", number);
  const offline = number?.status === "working" ? null : common("err_not_connected");
  const { direction, status, body, sent_at, error_code } = message;
  const isOwn = direction === "out";
  const isWaiting = status === "queued" || status === "scheduled";
  const isFailed = status === "failed";
  const hasGone = isOwn && !isWaiting && !isFailed;
  // A message that was never confirmed may have arrived, so it can be deleted, too.
  const isDeletable = hasGone || (isOwn && isFailed && error_code === "no_receipt");
  const ageMs = sent_at === null ? 0 : Date.now() - new Date(sent_at).getTime();
  const tooOld = (most: number, words: string) => (hasGone && ageMs > most ? words : null);
  const actions: MenuAction[] = [{ id: "answer", label: t("answer"), disabledReason: refusal, onAction: onAnswer }];
  if (!isWaiting && !isFailed)
    actions.push({ id: "react", label: t("react"), disabledReason: refusal ?? offline, onAction: () => ask("react") });
  if (body !== null && body !== "")
    actions.push({
      id: "copy",
      label: t("copyText"),
      onAction: () => void navigator.clipboard.writeText(body).then(() => toast(common("copied"))),
    });
  if (isOwn && !isFailed && body !== null) {
    const reason = refusal ?? tooOld(LIMITS.editMinutes * MINUTE_MS, t("noMoreEdit")) ?? (hasGone ? offline : null);
    actions.push({ id: "edit", label: t("editText"), disabledReason: reason, onAction: () => ask("edit") });
  }
  if (isOwn && isWaiting)
    actions.push({
      id: "cancel",
      label: t("cancelSending"),
      isDangerous: true,
      disabledReason: refusal,
      onAction: () => cancel.send(),
    });
  if (isDeletable)
    actions.push({
      id: "delete",
      label: t("deleteForAll"),
      isDangerous: true,
      disabledReason: refusal ?? tooOld(DELETABLE_MS, t("noMoreDelete")) ?? offline,
      onAction: () => ask("delete"),
    });
  const close = () => ask(null);
  return (
    <>
      <Menu
        label={common("actionsOf", { what: labelOf(message, isOwn ? t("you") : `${name}:`, shortText) })}
        actions={actions}
      />
      {asked === "edit" ? <EditMessageForm message={message} onClose={close} /> : null}
      {asked === "delete" ? <DeleteMessage message={message} onClose={close} /> : null}
      {asked === "react" ? <ReactDialog message={message} onClose={close} /> : null}
    </>
  );
}

const NAMED_MAX_CHARS = 40;

/** Returns a label that distinguishes this menu from the many other menus in the chat. */
function labelOf(message: Message, writer: string, shortText: ReturnType<typeof useShortText>): string {
  return `${writer} ${shortText(saidBy(message)).slice(0, NAMED_MAX_CHARS)}`;
}

function useCancel(message: Message) {
  const t = useWords("chats");
  const queries = useQueryClient();
  return useChange({
    send: () => deleteMessage(message.id),
    onAnswer: (changed) => {
      if (changed && message.chat_id !== null) putMessages(queries, message.instance_id, message.chat_id, [changed]);
    },
    renews: [partOf("chats.history", { id: message.instance_id })],
    said: t("cancelled"),
    isFailureSaid: true,
  });
}
