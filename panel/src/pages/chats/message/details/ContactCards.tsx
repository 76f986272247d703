import { useState } from "react";
import type { Message } from "../../../../../../core/contracts/message.ts";
import { Button } from "../../../../ui/Button.tsx";
import { UserText } from "../../../../ui/UserText.tsx";
import { useWords } from "../../../../words/use-words.ts";
import { shownPhone } from "../../rules/people.ts";
import { Card } from "./Card.tsx";

type Contact = NonNullable<Message["contact"]>;

/** The number of cards shown initially. */
const FEW = 5;

/** A message's contact card or cards. */
export function ContactCards({ of: { contact, contacts } }: { of: Pick<Message, "contact" | "contacts"> }) {
  const t = useWords("content");
  const [isAll, showAll] = useState(false);
  const all = contacts ?? (contact ? [contact] : []);
  const shown = isAll ? all : all.slice(0, FEW);
  return (
    <>
      {all.length > 1 ? <p>{t("cards", { n: all.length })}</p> : null}
      {shown.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move, and may be alike
        <ContactCard key={place} of={one} />
      ))}
      {shown.length === all.length ? null : (
        <Button isSmall kind="quiet" onPress={() => showAll(true)}>
          {t("cardsAll", { n: all.length })}
        </Button>
      )}
    </>
  );
}

function ContactCard({ of: { name, phone, organization } }: { of: Contact }) {
  const t = useWords("chats");
  return (
    <Card title={name === null || name === "" ? t("type_contact") : <UserText isName>{name}</UserText>}>
      {organization === null || organization === "" ? null : (
        <p>
          <UserText isName>{organization}</UserText>
        </p>
      )}
      {phone === null ? null : (
        <p>
          <UserText isName>{/^\d+$/.test(phone) ? (shownPhone(phone) ?? phone) : phone}</UserText>
        </p>
      )}
    </Card>
  );
}
