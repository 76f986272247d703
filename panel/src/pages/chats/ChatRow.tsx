import { Link } from "@tanstack/react-router";
import { Archive, BellOff, CircleCheck, Clock, MessageSquare, Pin, User } from "lucide-react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { paths } from "../../paths.ts";
import { useMe } from "../../shell/use-me.ts";
import { classNames } from "../../ui/class-names.ts";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import { Avatar } from "./Avatar.tsx";
import css from "./Chats.module.css";
import { Ticks } from "./message/Ticks.tsx";
import { nameOf } from "./rules/people.ts";
import { useColleagueName } from "./team/use-colleague-name.ts";
import { useShortText } from "./use-short-text.ts";
import { useWhen } from "./use-when.ts";

/**
 * A row in the list of chats. Normally a link to the chat; while chats are being selected, a checkbox with a link next
 * to it. @param number the name of the chat's number, or null if there is only one number. @param isSelected null while
 * no chats are being selected.
 */
export function ChatRow({
  chat,
  number,
  isOpen,
  isSelected,
  onSelect,
}: {
  chat: Chat;
  number: string | null;
  isOpen: boolean;
  isSelected: boolean | null;
  onSelect: () => void;
}) {
  const bulk = useWords("bulk");
  const t = useWords("chats");
  const row = classNames(css.row, chat.unread_count > 0 && css.isUnread);
  const link = { to: paths.chat(chat.instance_id, chat.id), search: true } as const;
  const current = isOpen ? "page" : undefined;
  if (isSelected !== null)
    return (
      <div className={css.picked}>
        <label className={classNames(row, css.pick)} data-chat="">
          <input type="checkbox" checked={isSelected} onChange={onSelect} />
          <Content chat={chat} number={number} />
        </label>
        <Link
          {...link}
          className={css.openPicked}
          aria-current={current}
          aria-label={bulk("open", { name: nameOf(chat) ?? t("hiddenNumber") })}
        >
          <MessageSquare aria-hidden="true" />
        </Link>
      </div>
    );
  return (
    <Link {...link} className={row} aria-current={current} draggable={false} data-chat="">
      <Content chat={chat} number={number} />
    </Link>
  );
}

function Content({ chat, number }: { chat: Chat; number: string | null }) {
  const t = useWords("chats");
  const when = useWhen();
  const name = nameOf(chat) ?? t("hiddenNumber");
  return (
    <>
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
    </>
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
      <TeamTags chat={chat} />
      {chat.handled_by === null ? null : <span>{t(`handled_${chat.handled_by}`)}</span>}
      {number === null ? null : <UserText isName>{number}</UserText>}
      {chat.pinned ? <Pin aria-label={t("pinned")} role="img" /> : null}
      {chat.muted_until === null ? null : <BellOff aria-label={t("muted")} role="img" />}
      {chat.archived ? <Archive aria-label={t("archived")} role="img" /> : null}
    </span>
  );
}

/** Shows the team member to whom the chat is assigned, and whether the chat is closed or snoozed. */
function TeamTags({ chat: { assigned_to, closed_at, snoozed_until } }: { chat: Chat }) {
  const t = useWords("teamwork");
  const when = useWhen();
  const me = useMe().user.id;
  const nameOfColleague = useColleagueName();
  return (
    <>
      {assigned_to === null ? null : (
        <span className={css.tag}>
          <User aria-hidden="true" />
          {assigned_to.id === me ? (
            t("row_me")
          ) : (
            <UserText isName>{nameOfColleague(assigned_to.id, assigned_to.name)}</UserText>
          )}
        </span>
      )}
      {closed_at === null ? null : (
        <span className={css.tag}>
          <CircleCheck aria-hidden="true" />
          {t("row_closed")}
        </span>
      )}
      {snoozed_until === null ? null : (
        <span className={css.tag}>
          <Clock aria-hidden="true" />
          {t("row_snoozed", { at: when.within(snoozed_until, null) })}
        </span>
      )}
    </>
  );
}
