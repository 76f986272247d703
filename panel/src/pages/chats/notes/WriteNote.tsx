import { StickyNote } from "lucide-react";
import { useState } from "react";
import { useCan } from "../../../shell/use-me.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useWords } from "../../../words/use-words.ts";

const NoteForm = lazyPart(() => import("./NoteForm.tsx"), "NoteForm");

/** The button for adding a note to a chat. */
export function WriteNote({ instance, chat }: { instance: string; chat: string }) {
  const t = useWords("notes");
  const [isOpen, open] = useState(false);
  const refusal = useCan()("chat.change");
  return (
    <>
      <IconButton
        label={t("write")}
        icon={<StickyNote aria-hidden="true" />}
        disabledReason={refusal}
        onPress={() => open(true)}
      />
      {isOpen ? <NoteForm instance={instance} chat={chat} onClose={() => open(false)} /> : null}
    </>
  );
}
