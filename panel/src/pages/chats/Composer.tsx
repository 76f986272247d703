import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Paperclip, SendHorizontal, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { fileKind } from "../../../../core/contracts/media/file-kind.ts";
import { messageQuery } from "../../api/messages.ts";
import { asBase64, mediaTypeOf } from "../../files/file-bytes.ts";
import { fileSize, fileView, shownName as nameShown } from "../../files/file-view.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import css from "./Composer.module.css";
import { QuotedText } from "./message/Quote.tsx";
import { charsLeft, isEmpty } from "./rules/draft.ts";
import { COMPOSER_ID } from "./use-chat-keys.ts";
import type { useDraft } from "./use-drafts.ts";
import type { useSending } from "./use-sending.ts";
import { useTyping } from "./use-typing.ts";
import { useWhen } from "./use-when.ts";

const ScheduleForm = lazyPart(() => import("../../forms/schedule-message.tsx"), "ScheduleForm");

const COUNT_SHOWN_BELOW = 200;

type Drafting = ReturnType<typeof useDraft>;

/** The field for a message; Enter sends, Shift+Enter starts a new line. */
export function Composer({
  name,
  chat,
  number,
  sending,
  drafting,
}: {
  name: string;
  /** null if the person has no chat yet. */
  chat: Chat | null;
  address: string;
  number: Instance | null;
  sending: ReturnType<typeof useSending>;
  drafting: Drafting;
}) {
  const t = useWords("chats");
  const refusal = useCan()("message.send", number);
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, change, take } = drafting;
  const typing = useTyping(refusal === null && number?.status === "working" ? chat : null);
  const left = charsLeft(draft, LIMITS.textMaxChars, LIMITS.captionMaxChars);
  const isSendable = !isEmpty(draft) && left >= 0;

  function send(): void {
    if (refusal !== null || !isSendable) return;
    const taken = take();
    // A second press can come before the page rerenders, with nothing left to send.
    if (isEmpty(taken)) return;
    sending.send(taken);
    typing.stop();
    field.current?.focus();
  }
  function press(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!event.repeat) send();
  }

  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Extras drafting={drafting} />
      <div className={css.row}>
        <Attach drafting={drafting} refusal={refusal} />
        <div className={css.grow} data-text={`${draft.text} `}>
          <textarea
            ref={field}
            id={COMPOSER_ID}
            className={css.field}
            rows={1}
            dir="auto"
            aria-label={t("composer", { name })}
            aria-describedby="composer-hint"
            placeholder={t("placeholder")}
            value={draft.text}
            readOnly={refusal !== null}
            aria-disabled={refusal !== null}
            onChange={(event) => {
              change({ text: event.target.value });
              typing.tell(event.target.value !== "");
            }}
            onKeyDown={press}
          />
        </div>
        <Later drafting={drafting} refusal={refusal} number={number} />
        <Button
          type="submit"
          kind="primary"
          icon={<SendHorizontal aria-hidden="true" />}
          disabledReason={refusal}
          aria-label={t(draft.sendAt === null ? "send" : "schedule")}
        >
          <span className={css.sendWord}>{t(draft.sendAt === null ? "send" : "schedule")}</span>
        </Button>
      </div>
      <p id="composer-hint" className={left < 0 ? css.tooMany : css.hint}>
        {refusal ?? hintOf(left, t)}
      </p>
    </form>
  );
}

function hintOf(left: number, t: ReturnType<typeof useWords<"chats">>): string {
  if (left < 0) return t("tooLong", { n: -left });
  return left < COUNT_SHOWN_BELOW ? t("charsLeft", { n: left }) : t("keysHint");
}

/** Everything sent along with the text: the message replied to, a file, a time. */
function Extras({ drafting: { draft, change } }: { drafting: Drafting }) {
  const t = useWords("chats");
  const when = useWhen();
  const { locale } = useCatalogs();
  const quoted = useQuery({ ...messageQuery(draft.replyTo ?? ""), enabled: draft.replyTo !== null }).data;
  const { file } = draft;
  const shownName = nameShown(file?.file.name ?? null) ?? t("unnamedFile");
  return (
    <>
      {draft.replyTo === null ? null : (
        <div className={css.extra}>
          <div className={css.extraText}>
            <p className={css.extraTitle}>{t("answering")}</p>
            {quoted ? <QuotedText message={quoted} /> : null}
          </div>
          <IconButton
            isSmall
            label={t("stopReply")}
            icon={<X aria-hidden="true" />}
            onPress={() => change({ replyTo: null })}
          />
        </div>
      )}
      {file ? (
        <div className={css.extra}>
          {file.base64 !== null && fileView(file.file.type) === "picture" ? (
            <img className={css.thumb} src={`data:${file.file.type};base64,${file.base64}`} alt="" />
          ) : null}
          <div className={css.extraText}>
            <p className={css.extraTitle}>
              <bdi dir="auto">{shownName}</bdi>
            </p>
            <p>{fileSize(file.file.size, locale)}</p>
          </div>
          <IconButton
            isSmall
            label={t("removeFile", { name: shownName })}
            icon={<X aria-hidden="true" />}
            onPress={() => change({ file: null })}
          />
        </div>
      ) : null}
      {draft.sendAt === null ? null : (
        <div className={css.extra}>
          <p className={css.extraText}>{t("scheduledFor", { at: when.within(draft.sendAt, null) })}</p>
          <Button isSmall kind="quiet" onPress={() => change({ sendAt: null })}>
            {t("sendNow")}
          </Button>
        </div>
      )}
    </>
  );
}

function Attach({ drafting: { change }, refusal }: { drafting: Drafting; refusal: string | null }) {
  const t = useWords("chats");
  const { locale } = useCatalogs();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    const most = LIMITS.sentFileMaxBytes[fileKind(mediaTypeOf(file))];
    const goesBefore = file.size > LIMITS.fileDataMaxBytes;
    if (file.size === 0) toast(t("fileEmpty"));
    else if (file.size > most) toast(t("fileTooLarge", { max: fileSize(most, locale) }));
    else change({ file: { file, base64: goesBefore ? null : await asBase64(file) } });
  }
  return (
    <>
      <IconButton
        label={t("attach")}
        icon={<Paperclip aria-hidden="true" />}
        disabledReason={refusal}
        onPress={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("attach")}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </>
  );
}

function Later({
  drafting: { draft, change },
  refusal,
  number,
}: {
  drafting: Drafting;
  refusal: string | null;
  number: Instance | null;
}) {
  const t = useWords("chats");
  const [isAsked, ask] = useState(false);
  return (
    <>
      <IconButton
        label={t("sendLater")}
        icon={<CalendarClock aria-hidden="true" />}
        disabledReason={refusal}
        onPress={() => ask(true)}
      />
      {isAsked ? (
        <ScheduleForm
          sendAt={draft.sendAt}
          numberZone={number?.protection.quiet_hours.timezone ?? null}
          onClose={() => ask(false)}
          onChosen={(sendAt) => {
            change({ sendAt });
            ask(false);
          }}
        />
      ) : null}
    </>
  );
}
