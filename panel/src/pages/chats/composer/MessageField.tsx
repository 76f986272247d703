import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { useWords } from "../../../words/use-words.ts";
import { formatOfKey, withFormat } from "../rules/format-keys.ts";
import { COMPOSER_ID, takeAwaitedFocus } from "../use-chat-keys.ts";
import type { useDraft } from "../use-drafts.ts";
import { insertText } from "./insert-text.ts";
import css from "./MessageField.module.css";
import { SuggestionList } from "./SuggestionList.tsx";
import { useMentions } from "./use-mentions.ts";
import { useReplies } from "./use-replies.ts";

/**
 * The text field for a message, with keyboard shortcuts for formatting and suggestions for mentions and saved replies.
 */
export function MessageField({
  name,
  chat,
  numberName,
  drafting,
  refusal,
  onTyped,
  onPaste,
  onSend,
}: {
  name: string;
  chat: Chat | null;
  numberName: string | null;
  drafting: ReturnType<typeof useDraft>;
  refusal: string | null;
  onTyped: (isWriting: boolean) => void;
  onPaste: (event: ClipboardEvent) => void;
  onSend: () => void;
}) {
  const t = useWords("chats");
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  useEffect(() => takeAwaitedFocus(field.current), []);
  const { text } = drafting.draft;
  function select(from: number, to = from): void {
    setCaret(to);
    requestAnimationFrame(() => field.current?.setSelectionRange(from, to));
  }
  const mentions = useMentions(chat, drafting, caret, select);
  const replies = useReplies({ chat, numberName }, drafting, caret, select);
  const { label, said, options, state } = replies.isBegun ? replies : mentions;
  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (refusal !== null || event.nativeEvent.isComposing || state.press(event)) return;
    const format = formatOfKey(event);
    if (format !== null) {
      event.preventDefault();
      const { selectionStart, selectionEnd } = event.currentTarget;
      insertText(event.currentTarget, withFormat(text, selectionStart, selectionEnd, format));
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (!event.repeat) onSend();
  }
  return (
    <div className={css.grow} data-field="" data-text={`${text} `}>
      <SuggestionList label={label} said={said} options={options} state={state} />
      <textarea
        ref={field}
        id={COMPOSER_ID}
        className={css.field}
        rows={1}
        dir="auto"
        aria-label={t("composer", { name })}
        aria-describedby="composer-hint"
        {...state.field}
        placeholder={t("placeholder")}
        value={text}
        readOnly={refusal !== null}
        aria-disabled={refusal !== null}
        onChange={(event) => {
          setCaret(event.target.selectionStart);
          drafting.change({ text: event.target.value });
          onTyped(event.target.value !== "");
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={press}
        onPaste={onPaste}
      />
    </div>
  );
}
