import { Smile } from "lucide-react";
import { useRef, useState } from "react";
import { IconButton } from "../../../ui/Button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useWords } from "../../../words/use-words.ts";
import { COMPOSER_ID } from "../use-chat-keys.ts";
import { insertText } from "./insert-text.ts";

const EmojiPicker = lazyPart(() => import("./EmojiPicker.tsx"), "EmojiPicker");

/** The button that inserts an emoji at the message field's caret. */
export function EmojiButton({ refusal }: { refusal: string | null }) {
  const t = useWords("composer");
  const button = useRef<HTMLSpanElement>(null);
  const [isOpen, open] = useState(false);
  function insert(emoji: string): void {
    // The popover returns the focus to the button once it has closed, so the text is inserted in the next frame.
    requestAnimationFrame(() => {
      const field = document.getElementById(COMPOSER_ID);
      if (!(field instanceof HTMLTextAreaElement)) return;
      const [from, to] = [field.selectionStart, field.selectionEnd];
      const after = from + emoji.length;
      insertText(field, { from, to, text: emoji, selected: [after, after] });
    });
  }
  return (
    <span ref={button}>
      <IconButton
        label={t("emoji")}
        icon={<Smile aria-hidden="true" />}
        disabledReason={refusal}
        aria-expanded={isOpen}
        onPress={() => open(true)}
      />
      {isOpen ? <EmojiPicker button={button} onChoose={insert} onClose={() => open(false)} /> : null}
    </span>
  );
}
