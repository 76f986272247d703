import { Button } from "../../ui/Button.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { Dialog, DialogBody } from "../../ui/Dialog.tsx";
import { Notice } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";

/** Shows a signing secret, this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useWords("webhooks");
  return (
    <Dialog title={t("secretTitle")} isOpen onClose={onClose} isShownOnce>
      <DialogBody
        actions={
          <Button kind="primary" onPress={onClose}>
            {t("secretKept")}
          </Button>
        }
      >
        <Notice kind="warn">{t("secretOnce")}</Notice>
        <CopyField label={t("secret")} value={secret} />
      </DialogBody>
    </Dialog>
  );
}
