import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { chatsQuery } from "../../api/chats.ts";
import { draftsQuery } from "../../api/drafts.ts";
import { paths } from "../../paths.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Home.module.css";

const SHOWN = 5;
const WAITING = {
  ...{ instance: null, waiting: true, label: null, search: "" },
  ...{ who: null, closed: null, snoozed: false },
} as const;

/**
 * Lists the people who have written and are still waiting for an answer, newest first, followed by assistants' drafts
 * awaiting release.
 */
export function WaitingChats({ instances }: { instances: readonly Instance[] }) {
  const t = useWords("overview");
  const { data, error, refetch, hasNextPage } = useInfiniteQuery(chatsQuery(WAITING));
  const drafts = useQuery(draftsQuery()).data?.length ?? 0;
  const chats = data?.pages.flatMap((page) => page.data);
  if (!chats) return error ? <Failure error={error} onRetry={refetch} /> : <Skeleton lines={4} />;
  const nameOf = ({ instance_id: id }: Chat) =>
    instances.length > 1 ? (instances.find((one) => one.id === id)?.name ?? null) : null;
  const isMore = hasNextPage || chats.length > SHOWN;
  return (
    <>
      {drafts > 0 ? (
        <p>
          <Link to={paths.drafts()}>{t("drafts", { count: drafts })}</Link>
        </p>
      ) : null}
      {chats.length === 0 ? <p className={css.quiet}>{t("noneWaits")}</p> : null}
      {chats.length > 0 ? (
        <ul role="list" className={css.chats} aria-label={t("waiting")}>
          {chats.slice(0, SHOWN).map((chat) => (
            <li key={`${chat.instance_id} ${chat.id}`}>
              <WaitingChat chat={chat} number={nameOf(chat)} />
            </li>
          ))}
        </ul>
      ) : null}
      {isMore ? (
        <div>
          <LinkButton isSmall to={paths.chats()} search={{ show: "waiting" }}>
            {t(hasNextPage ? "allWaiting" : "allWaitingCount", { count: chats.length })}
          </LinkButton>
        </div>
      ) : null}
    </>
  );
}

function WaitingChat({ chat, number }: { chat: Chat; number: string | null }) {
  const t = useWords("overview");
  const name = chat.name ?? (chat.phone === null ? t("hidden") : `+${chat.phone}`);
  const since = chat.last_in_at ?? chat.updated_at;
  return (
    <Link to={paths.chat(chat.instance_id, chat.id)} className={css.chat}>
      <span className={css.chatHead}>
        <strong>
          <UserText isName>{name}</UserText>
        </strong>
        {since === null ? null : <Time at={since} />}
      </span>
      {chat.last_message?.body ? (
        <span className={css.chatText}>
          <UserText isName>{chat.last_message.body}</UserText>
        </span>
      ) : null}
      {number === null ? null : (
        <span className={css.quiet}>
          <UserText isName>{number}</UserText>
        </span>
      )}
    </Link>
  );
}
