import { Link } from "@tanstack/react-router";
import { Archive, BellOff, Pin } from "lucide-react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { paths } from "../../paths.ts";
import { classNames } from "../../ui/class-names.ts";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import { Avatar } from "./Avatar.tsx";
import css from "./Chats.module.css";
import { Ticks } from "./message/Ticks.tsx";
import { nameOf } from "./rules/people.ts";
import { useShortText } from "./use-short-text.ts";
import { useWhen } from "./use-when.ts";

/** A chat in the list. @param number its number's name; null if there is only one number. */
export function ChatRow({ chat, number, isOpen }: { chat: Chat; number: string | null; isOpen: boolean }) {
  const t = useWords("chats");
  const when = useWhen();
  const name = nameOf(chat) ?? t("hiddenNumber");
  return (
    <Link
      to={paths.chat(chat.instance_id, chat.id)}
      search={true}
      className={classNames(css.row, chat.unread_count > 0 && css.isUnread)}
      aria-current={isOpen ? "page" : undefined}
      data-chat=""
    >
      <Avatar name={name} type={chat.type} />
      <span className={css.rowText}>
        <span className={css.rowLine}>
          <span className={css.rowName}>
            <UserText isName>{name}</UserText>
          </span>
          {chat.updated_at === null ? null : (
            <time dateTime={chat.updated_at} className={css.rowTime}>
              {when.short(chat.updated_at)}
            </time>
          )}
        </span>
        <span className={css.rowLine}>
          <span className={css.preview}>
            <LastMessage chat={chat} />
          </span>
          {chat.unread_count > 0 ? (
            <span className={css.count}>
              <span aria-hidden="true">{chat.unread_count > 99 ? "99+" : chat.unread_count}</span>
              <span className="hidden-visually">{t("unread", { n: chat.unread_count })}</span>
            </span>
          ) : null}
        </span>
        <Tags chat={chat} number={number} />
      </span>
    </Link>
  );
}

function LastMessage({ chat: { last_message: last } }: { chat: Chat }) {
  const t = useWords("chats");
  const shortText = useShortText();
  if (!last) return t("nothingKept");
  return (
    <>
      {last.direction === "out" ? (
        <>
          <Ticks status={last.status} /> {t("you")}{" "}
        </>
      ) : null}
      <UserText isName>{shortText(last)}</UserText>
    </>
  );
}

function Tags({ chat, number }: { chat: Chat; number: string | null }) {
  const t = useWords("chats");
  return (
    <span className={css.tags}>
      {chat.waiting ? <span className={css.waits}>{t("waiting")}</span> : null}
      {chat.handled_by === null ? null : <span>{t(`handled_${chat.handled_by}`)}</span>}
      {number === null ? null : <UserText isName>{number}</UserText>}
      {chat.pinned ? <Pin aria-label={t("pinned")} role="img" /> : null}
      {chat.muted_until === null ? null : <BellOff aria-label={t("muted")} role="img" />}
      {chat.archived ? <Archive aria-label={t("archived")} role="img" /> : null}
    </span>
  );
}
