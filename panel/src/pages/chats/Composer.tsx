import { SendHorizontal } from "lucide-react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Composer.module.css";
import { Attach } from "./composer/Attach.tsx";
import { DropPlace } from "./composer/DropPlace.tsx";
import { EmojiButton } from "./composer/EmojiButton.tsx";
import { Extras } from "./composer/Extras.tsx";
import { FormatPreview } from "./composer/FormatPreview.tsx";
import { Later } from "./composer/Later.tsx";
import { LinkPreviewCard } from "./composer/LinkPreviewCard.tsx";
import { MessageField } from "./composer/MessageField.tsx";
import { useGiveFiles } from "./composer/use-give-files.ts";
import { useLinkPreview } from "./composer/use-link-preview.ts";
import { useRecording } from "./composer/use-recording.ts";
import { RecordButton, RecordingBar } from "./composer/VoiceRecorder.tsx";
import { charsLeft, type Draft, isEmpty, linkOf } from "./rules/draft.ts";
import { useAnswering } from "./use-answering.ts";
import { COMPOSER_ID } from "./use-chat-keys.ts";
import type { useDraft } from "./use-drafts.ts";
import type { useSending } from "./use-sending.ts";
import { useTyping } from "./use-typing.ts";

const COUNT_SHOWN_BELOW = 200;

type Drafting = ReturnType<typeof useDraft>;

/** The area for writing a message. Enter sends the message; Shift+Enter starts a new line. */
export function Composer({
  name,
  chat,
  number,
  sending,
  drafting,
}: {
  name: string;
  /** The chat, or null if the person has no chat yet. */
  chat: Chat | null;
  address: string;
  number: Instance | null;
  sending: ReturnType<typeof useSending>;
  drafting: Drafting;
}) {
  const t = useWords("chats");
  const refusal = useCan()("message.send", number);
  const { draft, take, change } = drafting;
  const connected = refusal === null && number?.status === "working" ? number : null;
  const typing = useTyping(connected && chat);
  const shown = useLinkPreview(connected?.id ?? null, draft);
  const answering = useAnswering(chat);
  const own = useWords("composer");
  const toast = useToast();
  const recording = useRecording((fault) => toast(own(fault)));
  const { give, paste } = useGiveFiles(drafting, refusal);
  const left = charsLeft(draft, LIMITS.textMaxChars, LIMITS.captionMaxChars);
  const isSendable = !isEmpty(draft) && left >= 0;

  const isShownFor = (taken: Draft) => shown.preview !== null && shown.link === linkOf(taken);

  function send(): void {
    if (refusal !== null || !isSendable) return;
    const taken = take();
    // A second click can arrive before the next render, when there is nothing left to send.
    if (isEmpty(taken)) return;
    sending.send(taken.isTried ? taken : { ...taken, hasPreview: isShownFor(taken) });
    typing.stop();
    document.getElementById(COMPOSER_ID)?.focus();
  }

  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DropPlace onFiles={give} />
      <Extras drafting={drafting} />
      <FormatPreview text={draft.text} />
      <LinkPreviewCard shown={shown} onDismiss={(withoutPreviewOf) => change({ withoutPreviewOf })} />
      {recording.seconds === null ? (
        <div className={css.width}>
          <div className={css.row}>
            <Attach refusal={refusal} onFiles={give} />
            <EmojiButton refusal={refusal} />
            <MessageField
              name={name}
              chat={chat}
              numberName={number?.name ?? null}
              drafting={drafting}
              refusal={refusal}
              onTyped={(isWriting) => {
                typing.tell(isWriting);
                answering(isWriting);
              }}
              onPaste={paste}
              onSend={send}
            />
            <RecordButton refusal={refusal} onPress={() => void recording.start()} />
            <Later drafting={drafting} refusal={refusal} number={number} />
            <SendButton word={t(draft.sendAt === null ? "send" : "schedule")} refusal={refusal} />
          </div>
        </div>
      ) : (
        <RecordingBar recording={recording} drafting={drafting} sending={sending} />
      )}
      <p id="composer-hint" className={left < 0 ? css.tooMany : css.hint}>
        {refusal ?? hintOf(left, t)}
      </p>
    </form>
  );
}

function SendButton({ word, refusal }: { word: string; refusal: string | null }) {
  return (
    <div className={css.send}>
      <Button
        type="submit"
        kind="primary"
        icon={<SendHorizontal aria-hidden="true" />}
        disabledReason={refusal}
        aria-label={word}
      >
        <span className={css.sendWord}>{word}</span>
      </Button>
    </div>
  );
}

function hintOf(left: number, t: ReturnType<typeof useWords<"chats">>): string {
  if (left < 0) return t("tooLong", { n: -left });
  return left < COUNT_SHOWN_BELOW ? t("charsLeft", { n: left }) : t("keysHint");
}
