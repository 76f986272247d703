import type { NewInvite } from "../../../../core/contracts/panel/team.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { Dialog, DialogBody } from "../../ui/Dialog.tsx";
import { Notice } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";

/** Shows an invitation link because the email could not be sent. The link is shown only this once. */
export function InviteLinkDialog({ invite, onClose }: { invite: NewInvite; onClose: () => void }) {
  const t = useWords("team");
  return (
    <Dialog title={t("linkTitle")} onClose={onClose} isShownOnce>
      <DialogBody
        actions={
          <Button kind="primary" onPress={onClose}>
            {t("linkKept")}
          </Button>
        }
      >
        <Notice kind="warn">{t("linkText", { email: invite.email })}</Notice>
        <CopyField label={t("link")} value={invite.link ?? ""} />
      </DialogBody>
    </Dialog>
  );
}
