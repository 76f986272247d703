import type { Instance } from "../../../../core/contracts/instance.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { cardFile } from "../../../../core/contracts/people-files/card-file.ts";
import { cardOf } from "../../../../core/contracts/people-files/card-of.ts";
import { contactsAsked } from "../../api/contacts.ts";
import { SaveList } from "../../forms/save-table.tsx";
import { useWords } from "../../words/use-words.ts";

/**
 * Saves a number's contacts as an address book file. With a search, saves only the matching contacts. Contacts with a
 * hidden phone number are left out.
 */
export function SaveCards({ number, search, onClose }: { number: Instance; search: string; onClose: () => void }) {
  const t = useWords("contacts");
  return (
    <SaveList
      list="contacts.list"
      request={contactsAsked(number.id, search, LIMITS.contactsPageMax)}
      fileOf={async (people) => {
        const cards = people.flatMap(cardOf);
        const left = people.length - cards.length;
        return {
          name: `${t("fileName")}.vcf`,
          type: "text/vcard;charset=utf-8",
          text: cards.length === 0 ? null : cardFile(cards),
          leftOut: left === 0 ? null : t("leftOut", { n: left }),
        };
      }}
      onClose={onClose}
    />
  );
}
