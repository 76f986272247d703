import { SECRET_OVERLAP } from "../../api/webhooks.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { Dialog, DialogBody } from "../../ui/Dialog.tsx";
import { Notice } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";

/**
 * Shows a signing secret once. `secret` is null if the response that contained the secret was lost. The secret can't be
 * retrieved again.
 */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const t = useWords("webhooks");
  const common = useWords("common");
  return (
    <Dialog title={t("secretTitle")} onClose={onClose} isShownOnce>
      <DialogBody
        actions={
          <Button kind="primary" onPress={onClose}>
            {secret === null ? common("close") : t("secretKept")}
          </Button>
        }
      >
        {secret === null ? (
          <Notice kind="bad">{t("secretLost", SECRET_OVERLAP)}</Notice>
        ) : (
          <>
            <Notice kind="warn">{t("secretOnce")}</Notice>
            <CopyField label={t("secret")} value={secret} />
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}
