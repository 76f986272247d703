import { useState } from "react";
import type { Group } from "../../../core/contracts/groups/group.ts";
import type { GroupMemberResult } from "../../../core/contracts/groups/members.ts";
import type { Instance } from "../../../core/contracts/instance.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { addMembers, groupReads } from "../api/groups.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Choices.tsx";
import { Dialog, DialogBody, FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";
import { linesOf } from "./lines-of.ts";

/** Adds people to a group by phone number, then shows the result for each person. */
export function AddMembersForm({ group, number, onClose }: { group: Group; number: Instance; onClose: () => void }) {
  const t = useWords("groups");
  const [lines, setLines] = useState("");
  const [invite, setInvite] = useState(false);
  const [results, setResults] = useState<GroupMemberResult[] | null>(null);
  const add = useChange({
    send: () => addMembers(number.id, group.id, linesOf(lines), invite),
    onAnswer: setResults,
    renews: groupReads(number.id),
  });
  if (results !== null) return <Results results={results} onClose={onClose} />;
  return (
    <FormDialog title={t("addMembers")} onClose={onClose} submitLabel={t("add")} change={add}>
      <TextField
        name="participants"
        label={t("phones")}
        hint={t("phonesHint", { n: LIMITS.groupAddsMax })}
        value={lines}
        onChange={setLines}
        rows={4}
        isRequired
        autoFocus
      />
      <Checkbox isSelected={invite} onChange={setInvite} hint={t("inviteHint")}>
        {t("inviteOthers")}
      </Checkbox>
      <p>{t("preferLink")}</p>
    </FormDialog>
  );
}

function Results({ results, onClose }: { results: readonly GroupMemberResult[]; onClose: () => void }) {
  const t = useWords("groups");
  const common = useWords("common");
  return (
    <Dialog title={t("addMembers")} onClose={onClose}>
      <DialogBody
        actions={
          <Button kind="primary" onPress={onClose}>
            {common("close")}
          </Button>
        }
      >
        <ul>
          {results.map(({ id, phone, result, reason }) => (
            <li key={id}>
              {phone === null ? t("hiddenNumber") : <bdi dir="ltr">+{phone}</bdi>}: {t(`result_${result}`)}
              {reason === null ? null : ` (${t(`reason_${reason}`)})`}
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
