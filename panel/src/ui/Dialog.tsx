import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useWords } from "../words/use-words.ts";
import { Button, IconButton } from "./Button.tsx";
import { ChangeForm } from "./ChangeForm.tsx";
import css from "./Dialog.module.css";
import { SubmitError } from "./SubmitError.tsx";
import { TextField } from "./TextField.tsx";
import type { Submitted } from "./use-change.ts";

/** A modal dialog. Escape or a click outside closes it, and the focus returns to the button that opened it. */
export function Dialog({
  title,
  onClose,
  isShownOnce = false,
  children,
}: {
  title: string;
  onClose: () => void;
  /** Set if closing the dialog would lose its content. In that case, it can be closed only with a button inside it. */
  isShownOnce?: boolean;
  children: ReactNode;
}) {
  const t = useWords("common");
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isShownOnce}
      isKeyboardDismissDisabled={isShownOnce}
      className={css.overlay ?? ""}
    >
      <Modal className={css.modal ?? ""}>
        <AriaDialog className={css.dialog ?? ""}>
          <header className={css.head}>
            <Heading slot="title" className={css.title ?? ""}>
              {title}
            </Heading>
            {isShownOnce ? null : <IconButton label={t("close")} icon={<X aria-hidden="true" />} onPress={onClose} />}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The body of a dialog that has no form, with buttons below the content. */
export function DialogBody({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <>
      <div className={css.body}>{children}</div>
      {actions ? <footer className={css.foot}>{actions}</footer> : null}
    </>
  );
}

/**
 * A form in a dialog. Field errors are shown next to their fields, and the failure message is shown above the buttons.
 */
export function FormDialog({
  title,
  onClose,
  submitLabel,
  change,
  children,
}: {
  title: string;
  onClose: () => void;
  submitLabel: string;
  change: Submitted;
  children: ReactNode;
}) {
  const t = useWords("common");
  return (
    <Dialog title={title} onClose={onClose}>
      <ChangeForm
        change={change}
        submitLabel={submitLabel}
        className={css.form}
        foot={(failure, button) => (
          <>
            <div className={css.refusal}>{failure}</div>
            <footer className={css.foot}>
              <Button onPress={onClose}>{t("cancel")}</Button>
              {button}
            </footer>
          </>
        )}
      >
        <div className={css.body}>{children}</div>
      </ChangeForm>
    </Dialog>
  );
}

/** Asks for confirmation before an irreversible action. If `typed` is set, the user has to type that name first. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  onClose,
  change,
  typed,
  kind = "danger",
}: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  onClose: () => void;
  change: Submitted;
  typed?: string;
  kind?: "danger" | "primary";
}) {
  const t = useWords("common");
  const [given, setGiven] = useState("");
  const isSure = typed === undefined || given.trim() === typed.trim();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={css.body}>
        <div>{children}</div>
        {typed === undefined ? null : (
          <TextField label={t("typeToConfirm", { name: typed })} value={given} onChange={setGiven} autoComplete="off" />
        )}
      </div>
      <div className={css.refusal}>
        <SubmitError error={change.error} />
      </div>
      <footer className={css.foot}>
        <Button onPress={onClose}>{t("cancel")}</Button>
        <Button
          kind={kind}
          isPending={change.isPending}
          disabledReason={isSure ? null : t("typeToConfirm", { name: typed ?? "" })}
          onPress={() => change.send()}
        >
          {confirmLabel}
        </Button>
      </footer>
    </Dialog>
  );
}
