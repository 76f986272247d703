import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Message } from "../../../core/contracts/message.ts";
import { reactTo } from "../api/messages.ts";
import { partOf, renew } from "../api/query.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogBody } from "../ui/Dialog.tsx";
import { SubmitError } from "../ui/SubmitError.tsx";
import { useWords } from "../words/use-words.ts";

const USUAL = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

/** Asks with which emoji to react; a new one takes the place of the one before. */
export function ReactDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useWords("chats");
  const queries = useQueryClient();
  const react = useMutation({
    mutationFn: (emoji: string | null) => reactTo(message.id, emoji),
    onSuccess: async () => {
      await renew(queries, partOf("chats.history", { id: message.instance_id }));
      onClose();
    },
  });
  const mayTakeBack = (message.reactions?.length ?? 0) > 0;
  return (
    <Dialog title={t("react")} isOpen onClose={onClose}>
      <DialogBody
        actions={
          mayTakeBack ? (
            <Button isPending={react.isPending} onPress={() => react.mutate(null)}>
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
              isPending={react.isPending && react.variables === emoji}
              onPress={() => react.mutate(emoji)}
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
