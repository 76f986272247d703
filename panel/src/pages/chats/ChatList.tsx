import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Keyboard, ListChecks, MessageSquareQuote, MessagesSquare, SquarePen } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { chatsQuery } from "../../api/chats.ts";
import { instancesQuery } from "../../api/instances.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { useUrlFilters } from "../../shell/use-url-filters.ts";
import { Button, buttonClass, IconButton } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { SaveButton } from "../../ui/SaveButton.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { useLongPress } from "./bulk/use-long-press.ts";
import { type Selection, selectionKey } from "./bulk/use-selection.ts";
import { CHAT_FILTERS, ChatFilters } from "./ChatFilters.tsx";
import { ChatRow } from "./ChatRow.tsx";
import css from "./Chats.module.css";
import { DraftsNotice } from "./DraftsNotice.tsx";
import { type ListFilters, requestOf, shownOf } from "./listed-chats.ts";
import { useChatKeys } from "./use-chat-keys.ts";

const NewChatForm = lazyPart(() => import("../../forms/new-chat.tsx"), "NewChatForm");
const SaveChats = lazyPart(() => import("./SaveChats.tsx"), "SaveChats");
const BulkBar = lazyPart(() => import("./bulk/BulkBar.tsx"), "BulkBar");
const KeysDialog = lazyPart(() => import("./KeysDialog.tsx"), "KeysDialog");

/** The maximum number of pages to fetch automatically when the panel's own filters leave too few chats. */
const PAGES_BY_ITSELF = 4;
const ROWS_ENOUGH = 12;

/** The delay between the last keystroke and the search. */
const PAUSE_MS = 500;

/** The list of all chats that match the filters in the URL. @param open the chat that is open next to the list. */
export function ChatList({
  open,
  selection,
}: {
  open: { instance: string; chat: string } | null;
  selection: Selection;
}) {
  const t = useWords("chats");
  const [filters, setFilters] = useUrlFilters(CHAT_FILTERS);
  const [isWriting, write] = useState(false);
  const [areKeysShown, showKeys] = useState(false);
  const chats = useChats(filters);
  const list = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useChatKeys({ rows: chats.rows, open, list, onHelp: () => showKeys(true) });
  useEffect(() => {
    if (document.documentElement.dataset.moved === "1") heading.current?.focus({ preventScroll: true });
  }, []);
  const Title = open ? "h2" : "h1";
  return (
    <section className={css.list} aria-label={t("list")} ref={list}>
      <header className={css.head}>
        <div className={css.titleRow}>
          <Title className={css.title} tabIndex={-1} ref={open ? null : heading}>
            {t("title")}
          </Title>
          <Tools
            selection={selection}
            hasRows={chats.rows !== undefined && chats.rows.length > 0}
            onKeys={() => showKeys(true)}
            save={<SaveButton isIcon>{(close) => <SaveChats filters={filters} onClose={close} />}</SaveButton>}
            onWrite={() => write(true)}
          />
        </div>
        <DraftsNotice />
        <ChatFilters filters={filters} onChange={setFilters} />
      </header>
      <div className={css.rows}>
        <Rows
          chats={chats}
          filters={filters}
          open={open}
          selection={selection}
          onWrite={() => write(true)}
          onClear={setFilters}
        />
      </div>
      {selection.keys === null ? null : <BulkBar rows={chats.rows ?? []} selection={selection} />}
      {isWriting ? <NewChatForm onClose={() => write(false)} /> : null}
      {areKeysShown ? <KeysDialog onClose={() => showKeys(false)} /> : null}
    </section>
  );
}

/**
 * The buttons next to the list's title. If there are no chats, the buttons for saved replies and for selecting chats
 * are hidden, because there is nothing to answer.
 */
function Tools({
  selection: { keys, begin, end },
  hasRows,
  onKeys,
  save,
  onWrite,
}: {
  selection: Selection;
  hasRows: boolean;
  onKeys: () => void;
  save: ReactNode;
  onWrite: () => void;
}) {
  const t = useWords("chats");
  const bulk = useWords("bulk");
  const can = useCan();
  return (
    <>
      {hasRows ? (
        <Link
          to={paths.savedReplies()}
          className={buttonClass("quiet", true)}
          aria-label={t("repliesLink")}
          title={t("repliesLink")}
        >
          <MessageSquareQuote aria-hidden="true" />
        </Link>
      ) : null}
      {hasRows || keys !== null ? (
        <IconButton
          isSmall
          label={bulk("select")}
          icon={<ListChecks aria-hidden="true" />}
          disabledReason={can("chat.change")}
          aria-expanded={keys !== null}
          onPress={keys === null ? begin : end}
        />
      ) : null}
      <IconButton isSmall label={t("keysButton")} icon={<Keyboard aria-hidden="true" />} onPress={onKeys} />
      {save}
      <IconButton
        isSmall
        label={t("newChat")}
        icon={<SquarePen aria-hidden="true" />}
        disabledReason={can("message.send")}
        onPress={onWrite}
      />
    </>
  );
}

function useChats(filters: ListFilters) {
  const search = usePaused(filters.search);
  const query = useInfiniteQuery(chatsQuery(requestOf(filters, search)));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows =
    data &&
    shownOf(
      data.pages.flatMap((page) => page.data),
      filters,
      search,
    );
  const isThin = rows !== undefined && rows.length < ROWS_ENOUGH && (data?.pages.length ?? 0) < PAGES_BY_ITSELF;
  useEffect(() => {
    if (isThin && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isThin, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { ...query, rows };
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(paused);
}

function Rows({
  chats: { rows, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage },
  filters,
  open,
  selection,
  onWrite,
  onClear,
}: {
  chats: ReturnType<typeof useChats>;
  filters: ListFilters;
  open: { instance: string; chat: string } | null;
  selection: Selection;
  onWrite: () => void;
  onClear: (filters: Partial<ListFilters>) => void;
}) {
  const numbers = useQuery(instancesQuery()).data;
  const held = useLongPress(useCan()("chat.change") === null ? selection.add : null);
  const nameOf = (id: string) => (numbers && numbers.length > 1 ? numbers.find((one) => one.id === id)?.name : null);
  const isFiltered = CHAT_FILTERS.some((name) => filters[name] !== "");
  if (!rows)
    return (
      <div className={css.pad}>{error ? <Failure error={error} onRetry={refetch} /> : <Skeleton lines={8} />}</div>
    );
  const isOpen = (chat: Chat) => open !== null && chat.instance_id === open.instance && chat.id === open.chat;
  return (
    <>
      {rows.length > 0 ? (
        <ul role="list" className={css.held} {...held}>
          {rows.map((chat) => (
            <li key={selectionKey(chat)} data-key={selectionKey(chat)}>
              <ChatRow
                chat={chat}
                number={nameOf(chat.instance_id) ?? null}
                isOpen={isOpen(chat)}
                isSelected={selection.keys?.has(selectionKey(chat)) ?? null}
                onSelect={() => selection.toggle(chat)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {rows.length === 0 && !hasNextPage ? (
        <div className={css.pad}>
          {isFiltered ? (
            <NothingFits onClear={() => onClear({ search: "", number: "", label: "", show: "", whose: "" })} />
          ) : (
            <NoChats hasNumber={numbers === undefined || numbers.length > 0} onWrite={onWrite} />
          )}
        </div>
      ) : null}
      <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onMore={() => fetchNextPage()} />
    </>
  );
}

function NothingFits({ onClear }: { onClear: () => void }) {
  const t = useWords("chats");
  return (
    <EmptyState title={t("emptyFilteredTitle")} action={<Button onPress={onClear}>{t("showAll")}</Button>}>
      {t("emptyFilteredText")}
    </EmptyState>
  );
}

function NoChats({ hasNumber, onWrite }: { hasNumber: boolean; onWrite: () => void }) {
  const t = useWords("chats");
  const can = useCan();
  const action = hasNumber ? (
    <Button icon={<SquarePen aria-hidden="true" />} disabledReason={can("message.send")} onPress={onWrite}>
      {t("newChat")}
    </Button>
  ) : (
    <LinkButton to={paths.instances()}>{t("addNumber")}</LinkButton>
  );
  return (
    <EmptyState icon={<MessagesSquare />} title={t("emptyTitle")} action={action}>
      {t(hasNumber ? "emptyText" : "emptyNoNumber")}
    </EmptyState>
  );
}
