import { UserText } from "../../../ui/UserText.tsx";
import { useWords } from "../../../words/use-words.ts";
import { shownPhone } from "../../chats/rules/people.ts";
import type { ImportState } from "./run-import.ts";

const SHOWN = 20;

/** Shows the result of an import, including why some rows were refused. */
export function ImportOutcome({
  state: { handled, saved, unchanged, kept, refused },
  of,
}: {
  state: ImportState;
  of: number;
}) {
  const t = useWords("contacts");
  return (
    <>
      <p role="status">{t("importSaved", { n: saved })}</p>
      {unchanged > 0 ? <p>{t("importUnchanged", { n: unchanged })}</p> : null}
      {kept > 0 ? <p>{t("importKept", { n: kept })}</p> : null}
      {handled < of ? <p>{t("importLeft", { n: of - handled })}</p> : null}
      {refused.length > 0 ? (
        <>
          <p>{t("importRefused", { n: refused.length })}</p>
          <ul>
            {refused.slice(0, SHOWN).map(({ row: { phone, name }, reason }) => (
              <li key={`${phone} ${name}`}>
                <UserText isName>{name}</UserText> <bdi dir="ltr">{shownPhone(phone)}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
