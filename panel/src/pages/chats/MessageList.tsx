import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Instance } from "../../../../core/contracts/instance.ts";
import type { Message } from "../../../../core/contracts/message.ts";
import { plainName } from "../../../../core/contracts/plain-name.ts";
import { PAGE, threadQuery } from "../../api/messages.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useZone } from "../../ui/use-zone.ts";
import { useWords } from "../../words/use-words.ts";
import { MessageItem } from "./message/MessageItem.tsx";
import { OutgoingItem } from "./message/OutgoingItem.tsx";
import { ThreadPictures } from "./message/ThreadPictures.tsx";
import { useNotes } from "./notes/use-notes.ts";
import { OlderMessages } from "./OlderMessages.tsx";
import { byDay, goesOn, writtenAt } from "./rules/days.ts";
import { entryAt, withNotes } from "./rules/with-notes.ts";
import css from "./Thread.module.css";
import type { useDraft } from "./use-drafts.ts";
import type { useSending } from "./use-sending.ts";
import { saidBy, useShortText } from "./use-short-text.ts";
import { useWhen } from "./use-when.ts";

/** How many messages may arrive in an open chat before the oldest ones shown are dropped. */
const ARRIVED_MAX = 100;

const NoteItem = lazyPart(() => import("./notes/NoteItem.tsx"), "NoteItem");

/** A chat's messages grouped by day, newest at the bottom, followed by those in the outbox. */
export function MessageList({
  instance,
  chat,
  hasChat,
  name,
  number,
  came,
  sending,
  drafting,
}: {
  instance: string;
  chat: string;
  /** Whether the person has a chat. Even without one, messages may be waiting to be sent. */
  hasChat: boolean;
  name: string;
  number: Instance | null;
  /** Messages that have just arrived, to be announced once. */
  came: readonly Message[];
  sending: ReturnType<typeof useSending>;
  drafting: ReturnType<typeof useDraft>;
}) {
  const t = useWords("chats");
  const when = useWhen();
  const zone = useZone();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(threadQuery(instance, chat, hasChat));
  const newestFirst = data?.pages.flatMap((page) => page.data) ?? [];
  const scroll = useRef<HTMLElement>(null);
  const arrived = newestFirst.length - (data?.pages.length ?? 0) * PAGE;
  // A busy chat that stays open all day would grow without limit. Loading its pages again drops the oldest messages;
  // scrolling back loads them. The messages of someone who is reading further up stay where they are.
  useEffect(() => {
    const isAtEnd = scroll.current !== null && scroll.current.scrollTop > -scroll.current.clientHeight;
    if (arrived > ARRIVED_MAX && isAtEnd) void refetch({ cancelRefetch: false });
  }, [arrived, refetch]);
  const oldest = hasNextPage ? newestFirst.at(-1) : undefined;
  const notes = useNotes(instance, chat, hasChat, oldest === undefined ? null : writtenAt(oldest));
  const days = byDay(withNotes(newestFirst.toReversed(), notes), zone, entryAt);
  const byId = new Map(newestFirst.map((message) => [message.id, message]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={scroll} className={css.scroll} tabIndex={0} aria-label={t("thread", { name })}>
      <div className={css.messages}>
        {!data && error ? <Failure error={error} onRetry={refetch} /> : null}
        {!data && !error ? <Skeleton lines={6} /> : null}
        {data && newestFirst.length === 0 && notes.length === 0 && sending.outbox.length === 0 ? (
          <EmptyState icon={<MessageSquareText />} title={t("threadEmptyTitle")}>
            {t("threadEmptyText", { name })}
          </EmptyState>
        ) : null}
        {newestFirst.length > 0 ? (
          <OlderMessages
            hasMore={hasNextPage}
            isPending={isFetchingNextPage}
            hasFailed={isFetchNextPageError}
            onMore={() => void fetchNextPage()}
          />
        ) : null}
        <ThreadPictures newestFirst={newestFirst} name={name}>
          {days.map(({ day, entries }) => (
            <div key={day} className={css.day}>
              <h2 className={css.dayTitle}>{when.day(day)}</h2>
              <ol role="list" className={css.dayMessages}>
                {entries.map(({ message, note }, place) =>
                  message ? (
                    <MessageItem
                      key={message.id}
                      message={message}
                      quoted={message.reply_to === null ? null : (byId.get(message.reply_to) ?? null)}
                      goesOn={goesOn(entries[place - 1]?.message, message)}
                      name={name}
                      number={number}
                      onAnswer={() => drafting.change({ replyTo: message.id })}
                    />
                  ) : (
                    <NoteItem key={note.id} note={note} chat={chat} />
                  ),
                )}
              </ol>
            </div>
          ))}
        </ThreadPictures>
        {sending.outbox.length > 0 ? (
          <ol role="list" className={css.dayMessages}>
            {sending.outbox.map((outgoing) => (
              <OutgoingItem key={outgoing.draft.id} outgoing={outgoing} sending={sending} drafting={drafting} />
            ))}
          </ol>
        ) : null}
      </div>
      <News came={came} name={name} />
    </section>
  );
}

const SAID_MAX_CHARS = 200;

/** Announces new messages to screen readers, once. */
function News({ came, name }: { came: readonly Message[]; name: string }) {
  const t = useWords("chats");
  const shortText = useShortText();
  const last = came.at(0);
  const who = plainName(last?.contact_name ?? null) ?? name;
  const text = last && shortText(saidBy(last)).slice(0, SAID_MAX_CHARS);
  const said =
    came.length > 1 ? t("saidNewMany", { n: came.length, name }) : t("saidNew", { name: who, text: text ?? "" });
  return (
    <p role="status" className="hidden-visually">
      {came.length === 0 ? "" : said}
    </p>
  );
}
