import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { Message } from "../../../../core/contracts/message.ts";
import type { Live } from "../../../../core/contracts/panel/live.ts";
import { chatQuery } from "../../api/chats.ts";
import { instancesQuery } from "../../api/instances.ts";
import { paths } from "../../paths.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { EmptyState, Failure, Notice, Skeleton } from "../../ui/States.tsx";
import { WindowTitle } from "../../ui/WindowTitle.tsx";
import { zoneName } from "../../ui/zone-name.ts";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import { MessageList } from "./MessageList.tsx";
import { nameOf, phoneInAddress, shownPhone } from "./rules/people.ts";
import { whoAnswers } from "./rules/team.ts";
import { firstNotice } from "./rules/why-waits.ts";
import css from "./Thread.module.css";
import { ThreadHead } from "./ThreadHead.tsx";
import { useColleagueName } from "./team/use-colleague-name.ts";
import { useDraft } from "./use-drafts.ts";
import { useMarkRead } from "./use-mark-read.ts";
import { useSending } from "./use-sending.ts";
import { useWhen } from "./use-when.ts";

const Composer = lazyPart(() => import("./Composer.tsx"), "Composer");
const ChatSide = lazyPart(() => import("./ChatSide.tsx"), "ChatSide");
const TeamBar = lazyPart(() => import("./team/TeamBar.tsx"), "TeamBar");

const WIDE = "(min-width: 80rem)";

/** A single chat: its messages, the composer, and the details of its person or group. */
export function Thread({
  instance,
  chat,
  came,
  answering,
}: {
  instance: string;
  chat: string;
  came: readonly Message[];
  answering: Live["answering"];
}) {
  const t = useWords("chats");
  const [isAboutOpen, openAbout] = useState(() => matchMedia(WIDE).matches);
  const { data: found, error, refetch } = useQuery(chatQuery(instance, chat));
  const number = useQuery(instancesQuery()).data?.find(({ id }) => id === instance) ?? null;
  const sending = useSending(instance, chat);
  const drafting = useDraft(instance, chat);
  useMarkRead(found ?? null, number);
  const phone = phoneInAddress(chat);
  const name = (found ? nameOf(found) : shownPhone(phone)) ?? t(found === undefined ? "title" : "hiddenNumber");
  const isGone = found === null && phone === null;
  return (
    <div className={css.thread} data-about={isAboutOpen && found ? "" : undefined}>
      <WindowTitle of={[name, t("title")]} />
      <div className={css.main}>
        <ThreadHead
          name={name}
          chat={found ?? null}
          address={chat}
          number={number}
          isAboutOpen={isAboutOpen}
          onAbout={() => openAbout(!isAboutOpen)}
        />
        {found ? <TeamBar chat={found} name={name} number={number} /> : null}
        {error && found === undefined ? (
          <div className={css.pad}>
            <Failure error={error} onRetry={refetch} />
          </div>
        ) : null}
        {found === undefined && !error ? (
          <div className={css.pad}>
            <Skeleton lines={6} />
          </div>
        ) : null}
        {isGone ? (
          <EmptyState title={t("chatGone")} action={<LinkButton to={paths.chats()}>{t("backToList")}</LinkButton>} />
        ) : null}
        {found !== undefined && !isGone ? (
          <>
            <MessageList
              instance={instance}
              chat={chat}
              hasChat={found !== null}
              name={name}
              number={number}
              came={came}
              sending={sending}
              drafting={drafting}
            />
            <div className={css.below}>
              <Notices chat={found} number={number} />
              <Answering chat={found} answering={answering} />
              <Composer name={name} chat={found} address={chat} number={number} sending={sending} drafting={drafting} />
            </div>
          </>
        ) : null}
      </div>
      {found && isAboutOpen ? (
        <ChatSide chat={found} name={name} number={number} onClose={() => openAbout(false)} />
      ) : null}
    </div>
  );
}

/** Shows which team members are typing in the same chat. */
function Answering({ chat, answering }: { chat: Chat | null; answering: Live["answering"] }) {
  const t = useWords("teamwork");
  const nameOfColleague = useColleagueName();
  const { locale } = useCatalogs();
  const names = whoAnswers(answering, chat).map((id) => nameOfColleague(id));
  return (
    <p role="status" className={css.answering}>
      {names.length === 0
        ? null
        : t("answering", { names: new Intl.ListFormat(locale).format(names), n: names.length })}
    </p>
  );
}

/** Explains what would delay a message sent now. */
function Notices({
  chat,
  number,
}: {
  chat: Parameters<typeof firstNotice>[0] | null;
  number: Parameters<typeof firstNotice>[1];
}) {
  const t = useWords("chats");
  const when = useWhen();
  const first = firstNotice(chat ?? { type: "person", last_in_at: null }, number);
  if (number && number.status !== "working") return <Notice kind="warn">{t("notConnected")}</Notice>;
  if (!first) return null;
  const values = {
    at: first.at === null ? "" : when.within(first.at, null),
    hour: first.hour ?? "",
    zone: first.zone === null ? "" : zoneName(first.zone),
  };
  return (
    <Notice kind={first.key === "first_day" || first.key === "first" ? "info" : "warn"}>{t(first.key, values)}</Notice>
  );
}
