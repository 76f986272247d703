import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, Clock, Undo2, UserRoundPen } from "lucide-react";
import { useState } from "react";
import type { ChangeChatBody } from "../../../../../core/contracts/chats/change-chat.ts";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import type { Instance } from "../../../../../core/contracts/instance.ts";
import { changeChat } from "../../../api/chats.ts";
import { useColleagues } from "../../../api/colleagues.ts";
import { partOf, renew } from "../../../api/query.ts";
import { useCan, useMe } from "../../../shell/use-me.ts";
import { Button } from "../../../ui/Button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useChange } from "../../../ui/use-change.ts";
import { useWords } from "../../../words/use-words.ts";
import { putChat } from "../live-cache.ts";
import { isFree } from "../rules/team.ts";
import { useWhen } from "../use-when.ts";
import css from "./TeamBar.module.css";
import { useColleagueName } from "./use-colleague-name.ts";

const AssignForm = lazyPart(() => import("./AssignForm.tsx"), "AssignForm");
const SnoozeForm = lazyPart(() => import("./SnoozeForm.tsx"), "SnoozeForm");

/**
 * Shows who a chat is assigned to, and whether it is closed or snoozed. Accounts with a single member don't assign
 * chats.
 */
export function TeamBar({ chat, name, number }: { chat: Chat; name: string; number: Instance | null }) {
  const t = useWords("teamwork");
  const refusal = useCan()("chat.change", number);
  const [asked, ask] = useState<"assign" | "snooze" | null>(null);
  const me = useMe().user.id;
  const colleagues = useColleagues();
  const assigning = useTeamChange(chat, t("err_moved"));
  const filing = useTeamChange(chat, t("err_newer"));
  const has = chat.assigned_to;
  const isAside = chat.closed_at !== null || chat.snoozed_until !== null;
  const seen = chat.last_message === null ? {} : { if_last_message_id: chat.last_message.id };
  return (
    <section className={css.bar} aria-label={t("bar")}>
      <p className={css.state}>
        <State chat={chat} />
      </p>
      {colleagues.length > 0 ? (
        <>
          {isFree(has, colleagues) ? (
            <Button
              isSmall
              isPending={assigning.isPending}
              disabledReason={refusal}
              onPress={() => assigning.send({ assigned_to: me, if_assigned_to: has?.id ?? null })}
            >
              {t("take")}
            </Button>
          ) : null}
          <Button
            isSmall
            kind="quiet"
            icon={<UserRoundPen aria-hidden="true" />}
            disabledReason={refusal}
            onPress={() => ask("assign")}
          >
            {t("assign")}
          </Button>
        </>
      ) : null}
      {isAside ? null : (
        <Button
          isSmall
          kind="quiet"
          icon={<Clock aria-hidden="true" />}
          disabledReason={refusal}
          onPress={() => ask("snooze")}
        >
          {t("snooze")}
        </Button>
      )}
      <Button
        isSmall
        kind="quiet"
        icon={isAside ? <Undo2 aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
        isPending={filing.isPending}
        disabledReason={refusal}
        onPress={() => filing.send(isAside ? { closed: false, snoozed_until: null } : { closed: true, ...seen })}
      >
        {t(chat.closed_at === null ? (chat.snoozed_until === null ? "close" : "bringBack") : "open")}
      </Button>
      {asked === "assign" ? <AssignForm chat={chat} name={name} onClose={() => ask(null)} /> : null}
      {asked === "snooze" ? <SnoozeForm chat={chat} name={name} onClose={() => ask(null)} /> : null}
    </section>
  );
}

/** Shows who the chat is assigned to, and when its snooze ends or when it was closed. */
function State({ chat }: { chat: Chat }) {
  const t = useWords("teamwork");
  const when = useWhen();
  const me = useMe().user.id;
  const colleagues = useColleagues();
  const nameOfColleague = useColleagueName();
  const { assigned_to: has, closed_at, snoozed_until } = chat;
  const parts = [
    ...(has === null ? (colleagues.length > 0 ? [t("has_nobody")] : []) : []),
    ...(has?.id === me ? [t("has_me")] : []),
    ...(has !== null && has.id !== me ? [t("has_other", { name: nameOfColleague(has.id, has.name) })] : []),
    ...(closed_at === null ? [] : [t("closedAt", { at: when.within(closed_at, null) })]),
    ...(snoozed_until === null ? [] : [t("snoozedUntil", { at: when.within(snoozed_until, null) })]),
  ];
  return <bdi>{parts.join(" · ")}</bdi>;
}

function useTeamChange(chat: Chat, conflict: string) {
  const queries = useQueryClient();
  return useChange({
    send: (body: ChangeChatBody) => changeChat(chat.instance_id, chat.id, body),
    onAnswer: (changed) => putChat(queries, changed),
    words: { codes: { conflict } },
    onFailure: () => void renew(queries, partOf("chats.get", { id: chat.instance_id })),
    isFailureSaid: true,
  });
}
