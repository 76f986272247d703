import { useInfiniteQuery } from "@tanstack/react-query";
import { BookUser, ContactRound, FileUp } from "lucide-react";
import { useState } from "react";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { contactsQuery } from "../../api/contacts.ts";
import { NumberPage } from "../../shell/NumberPage.tsx";
import { useCan } from "../../shell/use-me.ts";
import { useUrlFilters } from "../../shell/use-url-filters.ts";
import { Button } from "../../ui/Button.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { SaveButton } from "../../ui/SaveButton.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Contacts.module.css";
import { ContactTable } from "./ContactTable.tsx";

const ImportContacts = lazyPart(() => import("./import/ImportContacts.tsx"), "ImportContacts");
const SaveCards = lazyPart(() => import("./SaveCards.tsx"), "SaveCards");
const SaveContacts = lazyPart(() => import("./SaveContacts.tsx"), "SaveContacts");

/** The page that lists a number's people: its address book and everyone it has a chat with. */
export function ContactsPage() {
  const t = useWords("contacts");
  return (
    <NumberPage title={t("title")} intro={t("intro")} actions={(number) => <InAndOut number={number} />}>
      {(number) => <ContactsOf key={number.id} number={number} />}
    </NumberPage>
  );
}

function InAndOut({ number }: { number: Instance }) {
  const [{ search }] = useUrlFilters(["search"]);
  const t = useWords("contacts");
  const [opened, open] = useState<"import" | "cards" | null>(null);
  const refusal = useCan()("contact.change", number);
  const close = () => open(null);
  return (
    <>
      <Button icon={<FileUp aria-hidden="true" />} disabledReason={refusal} onPress={() => open("import")}>
        {t("import")}
      </Button>
      <Button icon={<ContactRound aria-hidden="true" />} onPress={() => open("cards")}>
        {t("saveCards")}
      </Button>
      {opened === "import" ? <ImportContacts number={number} onClose={close} /> : null}
      {opened === "cards" ? <SaveCards number={number} search={search} onClose={close} /> : null}
      <SaveButton>{(done) => <SaveContacts number={number} search={search} onClose={done} />}</SaveButton>
    </>
  );
}

function ContactsOf({ number }: { number: Instance }) {
  const t = useWords("contacts");
  const [{ search }, setFilters] = useUrlFilters(["search"]);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    contactsQuery(number.id, search),
  );
  const people = data?.pages.flatMap((page) => page.data);
  // A page of search results can be empty even though there are matches on a later page.
  const isNobody = people?.length === 0 && !hasNextPage;
  return (
    <>
      <div className={css.search}>
        <SearchField
          label={t("search")}
          value={search}
          onChange={(text) => setFilters({ search: text.slice(0, LIMITS.searchMaxChars) })}
        />
      </div>
      {error && !people ? <Failure error={error} onRetry={refetch} /> : null}
      {!people && !error ? <Skeleton lines={8} /> : null}
      {isNobody ? (
        <EmptyState icon={<BookUser />} title={t(search === "" ? "emptyTitle" : "noneTitle")}>
          {t(search === "" ? "emptyText" : "noneText")}
        </EmptyState>
      ) : null}
      {people && people.length > 0 ? <ContactTable number={number} people={people} /> : null}
      <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onMore={() => fetchNextPage()} />
    </>
  );
}
