import type { Message } from "../../../core/contracts/message.ts";
import { reactTo } from "../api/messages.ts";
import { partOf } from "../api/query.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogBody } from "../ui/Dialog.tsx";
import { SubmitError } from "../ui/SubmitError.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

const USUAL = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

/** Asks for an emoji to react with, which replaces any previous reaction. */
export function ReactDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useWords("chats");
  const react = useChange({
    send: (emoji: string | null) => reactTo(message.id, emoji),
    renews: [partOf("chats.history", { id: message.instance_id })],
    onDone: onClose,
  });
  const mayTakeBack = (message.reactions?.length ?? 0) > 0;
  return (
    <Dialog title={t("react")} onClose={onClose}>
      <DialogBody
        actions={
          mayTakeBack ? (
            <Button isPending={react.isPending} onPress={() => react.send(null)}>
              {t("unreact")}
            </Button>
          ) : null
        }
      >
        <div>
          {USUAL.map((emoji) => (
            <Button
              key={emoji}
              kind="quiet"
              aria-label={t("reactWith", { emoji })}
              isPending={react.isPending && react.sent === emoji}
              onPress={() => react.send(emoji)}
            >
              {emoji}
            </Button>
          ))}
        </div>
      </DialogBody>
      <SubmitError error={react.error} />
    </Dialog>
  );
}
