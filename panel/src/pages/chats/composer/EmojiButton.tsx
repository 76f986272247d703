import { Smile } from "lucide-react";
import { useRef, useState } from "react";
import { IconButton } from "../../../ui/Button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useWords } from "../../../words/use-words.ts";
import { COMPOSER_ID } from "../use-chat-keys.ts";
import { insertText } from "./insert-text.ts";

const EmojiPicker = lazyPart(() => import("./EmojiPicker.tsx"), "EmojiPicker");

/** The button that inserts an emoji at the caret in the message field. */
export function EmojiButton({ refusal }: { refusal: string | null }) {
  const t = useWords("composer");
  const button = useRef<HTMLSpanElement>(null);
  const [isOpen, open] = useState(false);
  function insert(emoji: string): void {
    // When the popover closes, it returns focus to the button, so insert the text in the next frame.
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
