import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ChangeChatBody } from "../../../../core/contracts/chats/change-chat.ts";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { changeChat } from "../../api/chats.ts";
import { useCan } from "../../shell/use-me.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import { putChat } from "./live-cache.ts";
import type { FindKind } from "./rules/find-in-chat.ts";

const FindDialog = lazyPart(() => import("./find/FindDialog.tsx"), "FindDialog");

/** The menu of changes to a chat, all of which also take effect on the phone. */
export function ChatMenu({
  chat,
  address,
  name,
  number,
}: {
  chat: Chat;
  /** The chat's ID or phone number, as in the page's URL. */
  address: string;
  name: string;
  number: Instance | null;
}) {
  const [found, find] = useState<FindKind | null>(null);
  const t = useWords("chats");
  const common = useWords("common");
  const queries = useQueryClient();
  const refusal = useCan()("chat.change", number);
  // All of these actions also take effect on the phone.
  const reason = refusal ?? (number?.status === "working" ? null : common("err_not_connected"));
  const change = useChange({
    send: (body: ChangeChatBody) => changeChat(chat.instance_id, chat.id, body),
    onAnswer: (changed) => putChat(queries, changed),
    said: common("saved"),
    isFailureSaid: true,
  });
  const action = (id: string, label: string, body: ChangeChatBody) => ({
    id,
    label,
    disabledReason: reason,
    onAction: () => change.send(body),
  });
  const isUnread = chat.unread_count > 0;
  const isMuted = chat.muted_until !== null;
  return (
    <>
      <Menu
        label={common("actionsOf", { what: name })}
        actions={[
          { id: "find", label: t("findAction"), onAction: () => find("all") },
          { id: "media", label: t("mediaAction"), onAction: () => find("pictures") },
          action("archive", t(chat.archived ? "unarchive" : "archive"), { archived: !chat.archived }),
          action("pin", t(chat.pinned ? "unpin" : "pin"), { pinned: !chat.pinned }),
          action("mute", t(isMuted ? "unmute" : "mute"), { muted_until: isMuted ? null : "forever" }),
          action("unread", t(isUnread ? "markRead" : "markUnread"), { unread: !isUnread }),
        ]}
      />
      {found === null ? null : (
        <FindDialog chat={chat} address={address} name={name} first={found} onClose={() => find(null)} />
      )}
    </>
  );
}
