import type { NewPanelKey } from "../../../../core/contracts/panel/developers.ts";
import { Button } from "../../ui/Button.tsx";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { CopyButton, CopyField } from "../../ui/CopyField.tsx";
import { Dialog, DialogBody } from "../../ui/Dialog.tsx";
import { Notice } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { tryCommand } from "./try-command.ts";

/** Shows a newly created key. It can't be shown a second time. */
export function NewKeyDialog({ made, onClose }: { made: NewPanelKey; onClose: () => void }) {
  const t = useWords("keys");
  const command = tryCommand(made.api_url, made.key);
  return (
    <Dialog title={t("madeTitle")} onClose={onClose} isShownOnce>
      <DialogBody
        actions={
          <Button kind="primary" onPress={onClose}>
            {t("kept")}
          </Button>
        }
      >
        <Notice kind="warn">{t("madeOnce")}</Notice>
        <CopyField label={t("key")} value={made.key} />
        <div>
          <CodeBlock label={t("try")}>{command}</CodeBlock>
        </div>
        <CopyButton value={command} what={t("try")} />
      </DialogBody>
    </Dialog>
  );
}
