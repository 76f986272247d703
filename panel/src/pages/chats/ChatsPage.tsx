import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import { chatQuery } from "../../api/chats.ts";
import { instancesQuery } from "../../api/instances.ts";
import { useUrlFilters } from "../../shell/use-url-filters.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { EmptyState, Skeleton } from "../../ui/States.tsx";
import { WindowTitle } from "../../ui/WindowTitle.tsx";
import { useWords } from "../../words/use-words.ts";
import { type Selection, useSelection } from "./bulk/use-selection.ts";
import { CHAT_FILTERS } from "./ChatFilters.tsx";
import { ChatList } from "./ChatList.tsx";
import css from "./Chats.module.css";
import { phoneInAddress } from "./rules/people.ts";
import { useLive } from "./use-live.ts";

const Thread = lazyPart(() => import("./Thread.tsx"), "Thread", <Skeleton lines={8} />);

/** The list of chats, with one chat open next to it. A narrow screen shows only one of the two. */
export function ChatsPage() {
  const { instance, chat } = useParams({ strict: false });
  const [filters] = useUrlFilters(CHAT_FILTERS);
  // Opening or closing a chat replaces the list component, so the selection can't be stored there.
  const selection = useSelection(JSON.stringify(filters));
  if (instance === undefined || chat === undefined) return <WithoutThread selection={selection} />;
  return <WithThread instance={instance} chat={chat} selection={selection} />;
}

function WithoutThread({ selection }: { selection: Selection }) {
  const t = useWords("chats");
  useLive(null);
  return (
    <div className={css.chats}>
      <WindowTitle of={[t("title")]} />
      <ChatList open={null} selection={selection} />
      <div className={css.none}>
        <EmptyState icon={<MessagesSquare />} title={t("chooseTitle")}>
          {t("chooseText")}
        </EmptyState>
      </div>
    </div>
  );
}

function WithThread({ instance, chat, selection }: { instance: string; chat: string; selection: Selection }) {
  const found = useQuery(chatQuery(instance, chat)).data;
  const id = found?.id ?? (phoneInAddress(chat) === null ? chat : null);
  const { came, answering } = useLive({ instance, chat, id });
  // The list next to the open chat also shows changes in other numbers' chats.
  const numbers = useQuery(instancesQuery()).data ?? [];
  useLive(null, numbers.length > 1);
  return (
    <div className={css.chats} data-open="">
      <ChatList open={{ instance, chat: found?.id ?? chat }} selection={selection} />
      <Thread key={`${instance} ${chat}`} instance={instance} chat={chat} came={came} answering={answering} />
    </div>
  );
}
