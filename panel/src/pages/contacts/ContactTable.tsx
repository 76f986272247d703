import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Contact } from "../../../../core/contracts/contact.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { plainName } from "../../../../core/contracts/plain-name.ts";
import { contactReads, setBlocked } from "../../api/contacts.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Badge } from "../../ui/Badge.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import { shownPhone } from "../chats/rules/people.ts";
import css from "./Contacts.module.css";

const Menu = lazyPart(() => import("../../ui/Menu.tsx"), "Menu");
const SaveContactForm = lazyPart(() => import("../../forms/save-contact.tsx"), "SaveContactForm");
const BlockContact = lazyPart(() => import("../../forms/block-contact.tsx"), "BlockContact");
const StartExport = lazyPart(() => import("../../forms/start-export.tsx"), "StartExport");
const ErasePerson = lazyPart(() => import("../../forms/erase-person.tsx"), "ErasePerson");

/** A table of people, with each person's details and a menu of actions. */
export function ContactTable({ number, people }: { number: Instance; people: readonly Contact[] }) {
  const t = useWords("contacts");
  const columns: Column<Contact>[] = [
    { id: "name", title: t("person"), cell: (person) => <Person number={number} person={person} /> },
    {
      id: "phone",
      title: t("phone"),
      cell: ({ phone }) => (phone === null ? t("hiddenNumber") : <bdi dir="ltr">{shownPhone(phone)}</bdi>),
    },
    { id: "wrote", title: t("lastWrote"), cell: ({ last_in_at: at }) => (at === null ? t("never") : <Time at={at} />) },
    { id: "marks", title: t("marks"), cell: (person) => <Marks person={person} /> },
    {
      id: "more",
      title: t("actions"),
      isTitleHidden: true,
      cell: (person) => <PersonMenu number={number} person={person} />,
    },
  ];
  return <Table label={t("list", { name: number.name })} columns={columns} rows={people} keyOf={({ id }) => id} />;
}

/**
 * Returns a person's saved name or, if there is none, the name on their profile. @returns null if they have neither.
 */
const calledOf = ({ name, contact_name: shown }: Contact) => plainName(name) ?? plainName(shown);

function Person({ number, person }: { number: Instance; person: Contact }) {
  const t = useWords("contacts");
  const called = calledOf(person);
  const shown = plainName(person.contact_name);
  return (
    <span className={css.person}>
      <Link to={paths.chat(number.id, person.id)}>
        {called === null ? t("noName") : <UserText isName>{called}</UserText>}
      </Link>
      {person.name !== null && shown !== null && shown !== called ? (
        <span className={css.faint}>
          ~<UserText isName>{shown}</UserText>
        </span>
      ) : null}
    </span>
  );
}

function Marks({ person }: { person: Contact }) {
  const t = useWords("contacts");
  return (
    <span className={css.marks}>
      {person.business ? <Badge tone="info">{t("business")}</Badge> : null}
      {person.blocked ? <Badge tone="bad">{t("blocked")}</Badge> : null}
      {person.opted_out_at === null ? null : <Badge>{t("optedOut")}</Badge>}
    </span>
  );
}

function PersonMenu({ number, person }: { number: Instance; person: Contact }) {
  const t = useWords("contacts");
  const chats = useWords("chats");
  const data = useWords("exports");
  const common = useWords("common");
  const [asked, ask] = useState<"name" | "block" | "export" | "erase" | null>(null);
  const refusal = useCan()("contact.change", number);
  const mayNotErase = useCan()("contact.erase", number);
  const mayNotExport = useCan()("account.export");
  const offline = number.status === "working" ? null : common("err_not_connected");
  const of = { instance_id: number.id, id: person.id };
  const name = calledOf(person) ?? shownPhone(person.phone) ?? t("hiddenNumber");
  const unblock = useChange({
    send: () => setBlocked(number.id, person.id, false),
    renews: contactReads(number.id),
    said: chats("unblockedNow", { name }),
    isFailureSaid: true,
  });
  return (
    <>
      <Menu
        label={t("actionsOf", { name })}
        actions={[
          {
            id: "name",
            label: chats(person.name === null ? "saveName" : "changeName"),
            disabledReason: refusal,
            onAction: () => ask("name"),
          },
          person.blocked
            ? {
                id: "unblock",
                label: chats("unblock"),
                disabledReason: refusal ?? offline,
                onAction: () => unblock.send(),
              }
            : {
                id: "block",
                label: chats("block"),
                isDangerous: true,
                disabledReason: refusal ?? offline,
                onAction: () => ask("block"),
              },
          {
            id: "export",
            label: data("exportPerson"),
            disabledReason: mayNotExport,
            onAction: () => ask("export"),
          },
          {
            id: "erase",
            label: chats("eraseData"),
            isDangerous: true,
            disabledReason: mayNotErase,
            onAction: () => ask("erase"),
          },
        ]}
      />
      {asked === "name" ? <SaveContactForm of={of} contact={person} onClose={() => ask(null)} /> : null}
      {asked === "block" ? <BlockContact of={of} name={name} onClose={() => ask(null)} /> : null}
      {asked === "export" ? (
        <StartExport
          person={{ instance_id: number.id, contact: person.phone ?? person.id, name }}
          onClose={() => ask(null)}
        />
      ) : null}
      {asked === "erase" ? <ErasePerson of={of} name={name} onClose={() => ask(null)} /> : null}
    </>
  );
}
